import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ResultText } from '../../../src/features/search/result-text.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { changedFiles, history, vocabulary } from './history.ts';
import { allFound, noBuild, searchOf, writtenSearch } from './written-search.ts';

test('a word without matches loads few files and bytes', async () => {
  const written = await writtenSearch(history(3200));
  for (const text of ['zzyzxqq', '9.99.999', `${vocabulary[40]} zzyzxqq`]) {
    const asked: string[] = [];
    const search = searchOf(written, asked);
    for (const near of [false, true]) expect(await allFound(search, { text }, near)).toEqual([]);
    expect(new Set(asked).size).toBeLessThanOrEqual(15);
    const sent = [...new Set(asked)].map((path) => gzipSync(written.files.get(path) ?? ''));
    expect(sent.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(100_000);
  }
});

test('keeps the keys of files that a new release does not change', async () => {
  const all = history(1500);
  const [before, after] = [await writtenSearch(all.slice(0, -1)), await writtenSearch(all)];
  const rendered = [...after.keys].filter(([path, key]) => before.keys.get(path) !== key);
  // The list of words for spelling corrections often stays the same although its key changes.
  const mayStay = ['search/current/near.txt'];
  const expected = new Set([...changedFiles(before, after), ...mayStay]);
  expect(new Set([...rendered.map(([path]) => path), ...mayStay])).toEqual(expected);
});

test('ranks newer releases first even if they were synced in another order', async () => {
  const late = { title: 'Late', released_at: '2024-03-03T00:00:00.000Z', body: '<p>rare</p>' };
  const of = ['2023', '2024', '2025'].map((year) =>
    releaseEntry(year, {
      title: year,
      released_at: `${year}-03-02T00:00:00.000Z`,
      body: late.body,
    }),
  );
  const seen = { late: '2026-01-01T00:00:00.000Z' };
  for (const step of [2, 3, 1000]) {
    const search = searchOf(
      await writtenSearch([...of, releaseEntry('late', late)], { seen, step }),
    );
    const titles = async (year?: string) =>
      (await allFound(search, { text: 'rare', year })).map(({ title }) => title);
    expect(await titles()).toEqual(['2025', 'Late', '2024', '2023']);
    expect(await titles('2024')).toEqual(['Late', '2024']);
  }
});

test('gives the same bytes for any order of the releases', async () => {
  const all = history(150);
  expect(await writtenSearch(all.toReversed())).toEqual(await writtenSearch(all));
});

test('the key of a file changes whenever its content does', async () => {
  const all = history(400);
  const edited = all.map((one, n) => (n === 120 ? { ...one, body: '<p>another</p>' } : one));
  const [before, after] = [await writtenSearch(all), await writtenSearch(edited)];
  const changed = [...after.files].filter(([path, text]) => before.files.get(path) !== text);
  expect(changed.length).toBeGreaterThan(5);
  for (const [path] of changed) expect(after.keys.get(path)).not.toBe(before.keys.get(path));
});

test('does not change with a label that no release uses', async () => {
  const site = siteContext();
  const more = { id: 'l-more', slug: 'more', name: 'More', color: null };
  const labels = new Map([...site.labels, [more.id, more]]);
  const all = history(50);
  expect(await writtenSearch(all, { site: { ...site, labels } })).toEqual(
    await writtenSearch(all, { site }),
  );
});

test('does not change the result texts of a year when the next year begins', async () => {
  const all = history(1200);
  const next = releaseEntry('next', { released_at: '2027-01-01T10:00:00.000Z' });
  const [before, after] = [await writtenSearch(all), await writtenSearch([...all, next])];
  const ofYears = [...before.files].filter(([path]) => /^search\/\d/.test(path));
  expect(ofYears.length).toBeGreaterThan(400);
  expect(ofYears.filter(([path, text]) => after.files.get(path) !== text)).toEqual([]);
});

test('stores for each release what results show', async () => {
  const all = history(4).map((one) => ({ ...one, version: '1.0.0' }));
  const { files } = await writtenSearch(all);
  const shown: ResultText[] = JSON.parse(files.get('search/2026/texts-0.json') ?? '');
  expect(shown).toHaveLength(2);
  expect(shown[0]).toEqual({
    href: '/notes/releases/r0/',
    title: all[0]?.title,
    version: '1.0.0',
    date: { iso: '2026-06-29T00:00:00.000Z', text: '29 June 2026' },
    project: 'Web',
    places: [
      { text: all[0]?.body.slice(3, -4) },
      { anchor: expect.any(String), text: all[0]?.changes[0]?.html, type: 'new' },
    ],
    series: { of: 'p-web 1.0.0', isFinal: true },
  });
});

test('reads only the files that a query needs among thousands of releases', async () => {
  const written = await writtenSearch(history(3200));
  const asked: string[] = [];
  const search = searchOf(written, asked);
  const word = vocabulary[40] ?? '';
  const found = await allFound(search, { text: word }, false, 20);
  expect(found).toHaveLength(20);
  expect(asked.filter((path) => path.includes('/texts-')).length).toBeLessThanOrEqual(20);
  const bytes = asked.reduce((sum, path) => sum + (written.files.get(path)?.length ?? 0), 0);
  const all = [...written.files.values()].reduce((sum, text) => sum + text.length, 0);
  expect(bytes).toBeLessThan(all / 10);
});

test('reports a missing part if files are older than their index', async () => {
  const [before, after] = [await writtenSearch(history(900)), await writtenSearch(history(902))];
  const mixed = new Map([...after.files, ...before.files]);
  mixed.set('search/current.json', after.files.get('search/current.json') ?? '');
  const search = searchOf({ ...before, files: mixed });
  await expect(allFound(search, { text: vocabulary[3] ?? '' })).rejects.toThrow('missing');
});

test('reads only the segment of an edited release', async () => {
  const all = history(2200);
  const previous = noBuild();
  await writtenSearch(all, { previous });
  expect(previous.read.size).toBe(2200);
  const after = all.map((one, n) => (n === 1500 ? { ...one, title: 'Edited' } : one));
  expect(await writtenSearch(after, { previous })).toEqual(await writtenSearch(after));
  expect(previous.read.size).toBe(1024);
});

test('preloads only files that are needed even if more letters are typed', async () => {
  const written = await writtenSearch(history(1200));
  const { borders } = JSON.parse(written.files.get('search/closed-0.json') ?? '');
  const border: string = borders.find((one: string) => /^(?!\d\d).{3}/.test(one));
  const shards = async (text: string) => {
    const asked: string[] = [];
    await searchOf(written, asked).prepare({ text });
    return asked.filter((path) => /closed-0.*txt$/.test(path));
  };
  expect(await shards(border.slice(0, -1))).toEqual([]);
  const inside = vocabulary.find(
    (word) => !borders.some((one: string) => one.startsWith(word.slice(0, 3))),
  );
  expect(await shards(inside ?? '')).toHaveLength(1);
});
