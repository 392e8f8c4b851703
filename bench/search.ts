import MiniSearch from 'minisearch';
import { searchDocuments } from '../src/features/search/documents.ts';
import { indexOptions } from '../src/features/search/index-format.ts';
import { searchFiles } from '../src/features/search/search-files.ts';
import type { ReleaseEntry } from '../src/model/content/content.ts';
import type { SiteContext } from '../src/site/base/context.ts';
import { yearOf } from '../src/site/base/dates.ts';
import { measure, type Row } from './support/measure.ts';
import { sourcesOf } from './support/sources.ts';

/** The search's index of a content folder, beside MiniSearch's own of the same places by years. */
export async function benchSearch(contentDir: string, rounds: number): Promise<Row> {
  const sources = await sourcesOf(contentDir);
  const { site, releases } = sources;
  const years = [...Map.groupBy(releases, (one) => yearOf(one.released_at, site)).values()];
  return measure(
    {
      work: `search index of ${releases.length} releases in ${years.length} years`,
      baseline: 'MiniSearch: add the same places, write itself down',
      prepare: async () => {},
      runWork: async () => {
        for (const file of searchFiles(sources)) await file.write();
      },
      readyBaseline: async () => async () => {
        for (const year of years) ownIndex(year, site);
      },
    },
    rounds,
  );
}

function ownIndex(releases: readonly ReleaseEntry[], { workspace }: SiteContext): string {
  const index = new MiniSearch({ ...indexOptions, storeFields: ['kind', 'anchor', 'text'] });
  const places = releases.flatMap((entry) => searchDocuments(entry, workspace.change_types));
  index.addAll(places.map((place, id) => ({ id, ...place })));
  return JSON.stringify(index);
}
