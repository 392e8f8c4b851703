import { expect, test } from 'vitest';
import { releaseTexts } from '../../../bench/support/release-texts.ts';
import { releaseEntry } from '../../support/entries.ts';
import { allFound, searchOf, writtenSearch } from './written-search.ts';

test('a misspelt word that is on one page of thousands is found without a list of all words', async () => {
  const some = releaseTexts(5);
  const releases = Array.from({ length: 1500 }, (_, n) =>
    releaseEntry(`r-${n}`, {
      body: `<p>${some(40)} ${n === 700 ? 'hydration' : ''}</p>`,
      released_at: new Date(Date.UTC(2020, 0, 1 + n)).toISOString(),
    }),
  );
  const asked: string[] = [];
  const written = await writtenSearch(releases);
  const found = await allFound(searchOf(written, asked), { text: 'hydraiton' }, true);
  expect(found.map(({ href }) => href)).toEqual(['/notes/releases/r-700/']);
  const lists = asked.filter((path) => path.endsWith('/near.txt'));
  const words = lists.map((path) => written.files.get(path)?.split('\n').length ?? 0);
  expect(Math.max(...words)).toBeLessThanOrEqual(4000);
});
