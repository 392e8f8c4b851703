import { fromAnyHtml, fromHtml } from '../src/site/feeds/markdown/markdown.ts';
import { measure, type Row } from './support/measure.ts';
import { sourcesOf } from './support/sources.ts';

/**
 * Measures our Markdown conversion of all bodies of a content folder against a general HTML
 * converter.
 */
export async function benchMarkdown(contentDir: string, rounds: number): Promise<Row> {
  const { releases } = await sourcesOf(contentDir);
  return measure(
    {
      work: `Markdown of the bodies of ${releases.length} releases`,
      baseline: 'by what converts any HTML',
      prepare: async () => {},
      runWork: async () => {
        for (const { body } of releases) fromHtml(body);
      },
      readyBaseline: async () => async () => {
        for (const { body } of releases) fromAnyHtml(body);
      },
    },
    rounds,
  );
}
