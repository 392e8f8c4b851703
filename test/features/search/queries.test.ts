import { beforeAll, expect, test } from 'vitest';
import { releaseTexts } from '../../../bench/support/release-texts.ts';
import { searchCorpus } from '../../../bench/support/search-corpus.ts';
import { isAnswered, readQueries } from '../../../bench/support/search-queries.ts';
import type { SearchIndex } from '../../../src/features/search/read/search-index.ts';
import { readContent } from '../../../src/store/read/read-content.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { allFound, searchOf, writtenSearch } from './written-search.ts';

// The benchmark runs the same queries on a built site with thousands of generated releases.
const { queries } = await readQueries();

let search: SearchIndex;
beforeAll(async () => {
  const sample = await readContent('content');
  const corpus = searchCorpus();
  const some = releaseTexts(3);
  const others = Array.from({ length: 300 }, (_, n) =>
    releaseEntry(`other-${n}`, {
      title: some(5),
      body: `<p>${some(80)}</p>`,
      released_at: new Date(Date.UTC(2024, 0, 1 + n * 3)).toISOString(),
    }),
  );
  const byId = <T extends { id: string }>(all: T[]) => new Map(all.map((one) => [one.id, one]));
  const site = siteContext({
    projects: byId([...sample.projects, ...corpus.projects]),
    labels: byId([...sample.labels, ...corpus.labels]),
  });
  const releases = [...sample.releases.values(), ...corpus.releases, ...others];
  const milestones = [...sample.milestones.values(), ...corpus.milestones];
  search = searchOf(await writtenSearch(releases, { milestones, site }));
});

test.each(queries)('has an expected result for "$query" among the first three', async (one) => {
  const exact = await allFound(search, { text: one.query }, false, 10);
  const found = exact.length > 0 ? exact : await allFound(search, { text: one.query }, true, 10);
  const paths = found.map(({ href }) => href.replace('/notes/', ''));
  expect(isAnswered(one, paths), paths.join('\n')).toBe(true);
});

test('a version that is nowhere loads no lists of words', async () => {
  const asked: string[] = [];
  const written = await writtenSearch([releaseEntry('a', { version: '1.0.0' })]);
  expect(await allFound(searchOf(written, asked), { text: '98.76.54' }, true)).toEqual([]);
  expect(asked.filter((path) => path.endsWith('/near.txt'))).toEqual([]);
});
