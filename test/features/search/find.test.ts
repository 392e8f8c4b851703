import { expect, test } from 'vitest';
import { searchDocuments } from '../../../src/features/search/documents.ts';
import { isWorthFinding, type SearchQuery } from '../../../src/features/search/find.ts';
import { groupedChanges } from '../../../src/site/releases/changes.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { allFound, searchOf, writtenSearch } from './written-search.ts';

const dark = releaseEntry('dark', {
  title: 'Dark mode',
  project: 'p-web',
  labels: ['l-speed'],
  body: '<p>By night.</p><h2 id="n-switch">The switch</h2><p>It stands in the header.</p>',
  changes: [
    { type: 'new', html: 'A <em>theme</em> for the dark' },
    { type: 'fixed', html: 'The header keeps its place' },
  ],
});
const themes = releaseEntry('themes', {
  title: 'Themes',
  labels: ['l-plain'],
  body: '<p>More of them, and a darker one.</p>',
  changes: [{ type: 'new', html: 'Three themes' }],
});

/** By their anchors: which of a release's changes they are. */
const placeOf = new Map(
  [dark, themes].flatMap((entry) =>
    groupedChanges(entry, siteContext().workspace.change_types).flatMap(({ changes }) =>
      changes.map(({ anchor, position }) => [anchor, `change-${position}`] as const),
    ),
  ),
);

/** What is found of these releases: their titles and the places in them. */
async function find(
  text: string,
  filters: Omit<SearchQuery, 'text'> = {},
  near = false,
  of = [dark, themes],
) {
  const search = searchOf(await writtenSearch(of));
  const found = await allFound(search, { text, ...filters }, near);
  return Object.fromEntries(
    found.flatMap(({ releases }) =>
      releases.map(({ title, places }) => [title, places.map((place) => nameOf(of, title, place))]),
    ),
  );
}

/** Such as "release" or "#change-1". */
function nameOf(of: (typeof dark)[], title: string, place: number): string | undefined {
  const entry = of.find((one) => one.title === title) ?? dark;
  const { kind, anchor } =
    searchDocuments(entry, siteContext().workspace.change_types)[place] ?? {};
  return anchor ? `#${placeOf.get(anchor) ?? anchor}` : kind;
}

test('finds a change by a word that stands in it alone, with its anchor', async () => {
  expect(await find('place')).toEqual({ 'Dark mode': ['#change-2'] });
});

test('finds a headed section by its heading', async () => {
  expect(await find('switch')).toEqual({ 'Dark mode': ['#n-switch'] });
});

test('finds words that stand in different places of a release', async () => {
  const { 'Dark mode': places, ...others } = await find('night place');
  expect(places?.toSorted()).toEqual(['#change-2', 'release']);
  expect(others).toEqual({});
});

test('shows only the places with all the words where there are any', async () => {
  expect((await find('dark theme'))['Dark mode']).toEqual(['#change-1']);
});

test('takes the last word for a beginning, and of the others only long ones', async () => {
  expect(Object.keys(await find('hea'))).toEqual(['Dark mode']);
  expect(await find('hea place')).toEqual({});
  expect(Object.keys(await find('head place'))).toEqual(['Dark mode']);
});

test('puts a title before a text', async () => {
  expect(Object.keys(await find('dark'))).toEqual(['Dark mode', 'Themes']);
  expect(Object.keys(await find('themes', {}, false, [dark, themes]))[0]).toBe('Themes');
});

test('filters by project, label and type', async () => {
  expect(Object.keys(await find('dark', { project: 'web' }))).toEqual(['Dark mode']);
  expect(Object.keys(await find('dark', { label: 'plain' }))).toEqual(['Themes']);
  expect(await find('header', { type: 'fixed' })).toEqual({ 'Dark mode': ['#change-2'] });
  expect(await find('header', { type: 'new' })).toEqual({});
});

test('takes words that are nearly right only when asked to', async () => {
  expect(await find('swicth')).toEqual({});
  expect(await find('swicth', {}, true)).toEqual({ 'Dark mode': ['#n-switch'] });
});

test('takes no version for another', async () => {
  const versions = ['1.20.0', '1.21.0'].map((version) => releaseEntry(version, { version }));
  expect(Object.keys(await find('1.20.0', {}, true, versions))).toEqual(['Title of 1.20.0']);
  expect(Object.keys(await find('v1.2', {}, false, versions))).toHaveLength(2);
});

test.each([
  ['', false],
  ['a', false],
  ['a b', false],
  ['ab', true],
  ['界', true],
  ['–', false],
])('tells whether "%s" is worth a search: %s', (text, worth) => {
  expect(isWorthFinding(text)).toBe(worth);
});

test('finds signs of a writing without spaces where they stand together', async () => {
  const together = releaseEntry('together', { title: '検索の改善', body: '<p>速い。</p>' });
  const scattered = releaseEntry('scattered', { title: '点検と索引', body: '<p>遅い。</p>' });
  const of = [together, scattered];
  expect(Object.keys(await find('検索', {}, false, of))).toEqual(['検索の改善']);
  expect(Object.keys(await find('索引 点検', {}, false, of))).toEqual(['点検と索引']);
  expect(Object.keys(await find('検索', {}, true, of))).toHaveLength(2);
});
