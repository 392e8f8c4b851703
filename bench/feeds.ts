import { markdownDocuments } from '../src/features/markdown/markdown-documents.ts';
import { documents } from '../src/pages/_all-documents.ts';
import { paths } from '../src/site/base/urls.ts';
import { releaseMarkdown } from '../src/site/releases/feeds/entry-markdown.ts';
import type { Sources } from '../src/site/roadmap/feeds/sources.ts';
import { astroMsPerFile } from './support/astro-files.ts';
import { type Row, timed } from './support/measure.ts';
import { buildContent, copyProject } from './support/project.ts';
import { sourcesOf } from './support/sources.ts';

/** The rows of the table. A document belongs to the first kind whose pattern fits its path. */
const kinds = [
  { name: 'feeds of every channel', fits: /(?:rss|atom)\.xml$|feed\.json$/ },
  { name: 'feed archives', fits: /^all\/atom\// },
  { name: 'changelog as JSON', fits: /^changelog.*\.json$/ },
  { name: 'changelog as Markdown', fits: /^changelog.*\.md$/ },
  { name: 'Markdown twins', fits: /\.md$/ },
  { name: 'other documents', fits: /./ },
];

interface Taken {
  name: string;
  files: number;
  length: number;
  ms: number;
}

/**
 * Measures all documents for machines, by kind and in total, against one full build of the same
 * content. The time includes what Astro itself needs to write as many files.
 */
export async function benchFeeds(folder: string, contentDir: string): Promise<Row[]> {
  const sources = await sourcesOf(contentDir);
  const taken = await timeDocuments(sources);
  const whole = sum('all documents', taken);
  const fileMs = await astroMsPerFile(whole.files, Math.round(whole.length / whole.files));
  await using project = await copyProject(folder);
  const baselineMs = await timed(() => buildContent(project, contentDir));
  return [...taken, whole].map(({ name, files, ms }) => {
    const workMs = ms + files * fileMs;
    const work = `${name} of ${sources.releases.length} releases, ${files} files`;
    return { work, baseline: 'full build', workMs, baselineMs, ratio: workMs / baselineMs };
  });
}

async function timeDocuments(sources: Sources): Promise<Taken[]> {
  const { site, releases, readRelease } = sources;
  const taken = kinds.map(({ name }) => ({ name, files: 0, length: 0, ms: 0 }));
  const twins = releases.map(({ slug }) => ({
    path: paths.markdown(paths.release(slug)),
    shows: undefined,
    write: async () => releaseMarkdown(await readRelease(slug), site),
  }));
  for (const { path, write } of [...documents(sources), ...markdownDocuments(sources), ...twins]) {
    const kind = taken[kinds.findIndex(({ fits }) => fits.test(path))];
    if (!kind) throw new Error(`No kind for ${path}`);
    kind.files += 1;
    kind.ms += await timed(async () => {
      kind.length += (await write()).length;
    });
  }
  return taken;
}

function sum(name: string, taken: readonly Taken[]): Taken {
  const total = (of: 'files' | 'length' | 'ms') => taken.reduce((all, one) => all + one[of], 0);
  return { name, files: total('files'), length: total('length'), ms: total('ms') };
}
