import { expect, test } from 'vitest';
import type { SearchQuery } from '../../../src/features/search/query.ts';
import { findPartly } from '../../../src/features/search/read/find-partly.ts';
import { shownPlaces } from '../../../src/features/search/result-item.ts';
import type { MilestoneEntry } from '../../../src/model/content/content.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';
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

interface FindOptions {
  filters?: Omit<SearchQuery, 'text'>;
  near?: boolean;
  of?: (typeof dark)[];
  milestones?: MilestoneEntry[];
}

/** The titles of the results, best first, each with the texts of its matching places. */
async function find(
  text: string,
  { filters = {}, near = false, of = [dark, themes], milestones = [] }: FindOptions = {},
): Promise<Record<string, string[]>> {
  const search = searchOf(await writtenSearch(of, { milestones }));
  const { hits, matches } = await search.find({ text, ...filters }, near);
  const shown = hits.map(async (hit) => {
    const page = await hit.text();
    const { start, others } = await shownPlaces(page, hit, matches, filters.type);
    return [page.title, [...(start ? [start] : []), ...others].map((one) => one.text)];
  });
  return Object.fromEntries(await Promise.all(shown));
}

test('finds a change by a word that only it contains', async () => {
  expect(await find('place')).toEqual({ 'Dark mode': ['The header keeps its place'] });
});

test('finds a section by its heading', async () => {
  expect(await find('switch')).toEqual({ 'Dark mode': ['It stands in the header.'] });
});

test('shows the text around a word deep in a long page', async () => {
  const long = 'And so on. '.repeat(300);
  const sections = [...'abc'].map(
    (one) => `<h2 id="n-${one}">${one}</h2><p>${long} deep${one} ${long}</p>`,
  );
  const changes = Array.from({ length: 150 }, (_, n) => ({ type: 'new', html: `change${n}` }));
  const of = [releaseEntry('long', { title: 'Long', body: sections.join(''), changes }), themes];
  const found = async (text: string, filters = {}) => (await find(text, { of, filters })).Long;
  for (const one of ['deepa', 'deepb', 'deepc'])
    expect(await found(one)).toEqual([expect.stringContaining(one)]);
  expect(await found('change90', { type: 'new' })).toEqual(['change90']);
  // Only the first places are stored. A match after them shows the last stored one.
  expect(await found('change149')).toEqual(['change133']);
});

test('a match in a list of dependencies counts less', async () => {
  const of = ['Dependencies', 'Notes'].map((heading, n) =>
    releaseEntry(heading, {
      title: heading,
      released_at: `2026-0${3 - n}-01T00:00:00.000Z`,
      body: `<h2>${heading}</h2><p>The bundler vitamin is bumped.</p><h2>More</h2><p>Nothing.</p>`,
    }),
  );
  expect(await find('vitamin', { of })).toEqual({
    Notes: ['The bundler vitamin is bumped.'],
    Dependencies: ['The bundler vitamin is bumped.'],
  });
  expect(Object.keys(await find('vitamin', { of }))).toEqual(['Notes', 'Dependencies']);
});

test('finds an attachment by its title', async () => {
  const [title, url] = ['board-1.0-sbom.spdx.json', 'https://example.com/sbom'];
  const of = [releaseEntry('a', { title: 'A', attachments: [{ type: 'LINK', title, url }] })];
  expect(await find('sbom', { of })).toEqual({ A: [title] });
  expect(await find('board 1.0 sbom', { of })).toEqual({ A: [title] });
  const attachments = [{ type: 'LINK' as const, title: 'plan.pdf', url }];
  const milestones = [milestoneEntry('m', { title: 'M', attachments })];
  expect(await find('pdf', { of, milestones })).toEqual({ M: ['plan.pdf'] });
});

test('finds parts of an identifier', async () => {
  const of = [releaseEntry('a', { title: 'A', body: '<p>Calls onTransitionEnd twice.</p>' })];
  for (const text of ['transitionend', 'onTransitionEnd twice', 'TransitionEnd', 'transition'])
    expect(Object.keys(await find(text, { of })), text).toEqual(['A']);
});

test('finds words in different places of a release', async () => {
  expect(await find('night place')).toEqual({
    'Dark mode': ['By night.', 'The header keeps its place'],
  });
});

test('shows a text once that is both the summary and a section', async () => {
  const [summary, body] = ['Loads at night.', '<h2 id="n-a">A</h2><p>Loads at night.</p>'];
  const of = [releaseEntry('a', { title: 'A', summary, body })];
  expect(await find('night', { of })).toEqual({ A: [summary] });
});

test('shows only places with all words if there are any', async () => {
  expect((await find('dark theme'))['Dark mode']).toEqual(['A theme for the dark']);
});

test('matches the last word as a prefix, and other words only if they are long', async () => {
  expect(Object.keys(await find('hea'))).toEqual(['Dark mode']);
  expect(await find('hea place')).toEqual({});
  expect(Object.keys(await find('head place'))).toEqual(['Dark mode']);
});

test('finds other forms of a word, below the word itself', async () => {
  const of = ['Acme is joining us', 'She joined', 'Joins tables', 'The joiner'].map((title, n) =>
    releaseEntry(`r${n}`, { title, body: '', released_at: `202${9 - n}-01-01T00:00:00.000Z` }),
  );
  const found = Object.keys(await find('joins', { of }));
  expect(found).toEqual(['Joins tables', 'Acme is joining us', 'She joined']);
  expect(Object.keys(await find('joining she', { of }))).toEqual(['She joined']);
});

test('lists the oldest results first on request, but weak matches last', async () => {
  const texts = ['Loadable things', 'Adds load', 'Changes load', 'Fixes load'];
  const of = texts.map((html, n) =>
    releaseEntry(`r${n}`, {
      title: `R${n}`,
      body: `<p>${html}.</p>`,
      labels: ['l-speed'],
      released_at: `202${n}-01-01T00:00:00.000Z`,
    }),
  );
  const filters = { order: 'oldest' };
  expect(Object.keys(await find('load', { of }))[0]).not.toBe('R1');
  expect(Object.keys(await find('load', { of, filters }))).toEqual(['R1', 'R2', 'R3', 'R0']);
  expect(Object.keys(await find('', { of, filters: { ...filters, label: 'speed' } }))).toEqual([
    'R0',
    'R1',
    'R2',
    'R3',
  ]);
});

test('ranks a match in the title above one in the text', async () => {
  expect(Object.keys(await find('dark'))).toEqual(['Dark mode', 'Themes']);
  expect(Object.keys(await find('themes'))[0]).toBe('Themes');
});

test('filters by project, label and type', async () => {
  const keys = async (filters: Omit<SearchQuery, 'text'>, text = 'dark') =>
    Object.keys(await find(text, { filters }));
  expect(await keys({ project: 'web' })).toEqual(['Dark mode']);
  expect(await keys({ label: 'plain' })).toEqual(['Themes']);
  expect(await keys({ label: 'constructor' })).toEqual([]);
  expect(await keys({ year: '2026' })).toHaveLength(2);
  expect(await keys({ year: '2025' })).toEqual([]);
  expect(await find('header', { filters: { type: 'fixed' } })).toEqual({
    'Dark mode': ['The header keeps its place'],
  });
  expect(await keys({ type: 'new' }, 'header')).toEqual([]);
});

test('filters without words list releases, newest first', async () => {
  const at = (day: number) => `2025-0${day}-01T00:00:00.000Z`;
  const of = [2, 3, 1].map((day) =>
    releaseEntry(`r${day}`, { title: `R${day}`, released_at: at(day), labels: ['l-speed'] }),
  );
  const late = releaseEntry('late', { title: 'Late', released_at: at(2), project: 'p-web' });
  const milestones = [milestoneEntry('m', { labels: ['l-speed'] })];
  const written = await writtenSearch([...of, dark, late, themes], {
    milestones,
    seen: { late: '2026-05-01T00:00:00.000Z' },
    step: 2,
  });
  const listed = async (filters: Omit<SearchQuery, 'text'>) => {
    const found = await allFound(searchOf(written), { text: '', ...filters });
    return found.map(({ title }) => title);
  };
  expect(await listed({ label: 'speed' })).toEqual(['Dark mode', 'R3', 'R2', 'R1']);
  expect(await listed({ project: 'web' })).toEqual(['Dark mode', 'Late']);
  expect(await listed({ year: '2025' })).toEqual(['R3', 'Late', 'R2', 'R1']);
  expect(await listed({ year: '2025', type: 'new' })).toEqual([]);
  expect(await listed({ type: 'fixed' })).toEqual(['Dark mode']);
});

test('finds releases by project and label names, below matches in titles', async () => {
  const named = releaseEntry('named', { title: 'Web of changes', body: '' });
  expect(Object.keys(await find('web', { of: [dark, themes, named] }))).toEqual([
    'Web of changes',
    'Dark mode',
  ]);
  expect(Object.keys(await find('web speed mode'))).toEqual(['Dark mode']);
});

test('matches similar words only with `near`', async () => {
  expect(await find('swicth')).toEqual({});
  expect(Object.keys(await find('swicth', { near: true }))).toEqual(['Dark mode']);
  expect(Object.keys(await find('swicth place', { near: true }))).toEqual(['Dark mode']);
  expect(await find('swicth qqqqqq', { near: true })).toEqual({});
});

test('ranks an exact version or title above newer releases', async () => {
  const of = ['1.2.0', '1.2.0-beta.1', '1.2.1', '1.20.0'].map((version, n) =>
    releaseEntry(version, {
      version,
      title: n === 0 ? 'Dark' : `Dark mode ${n}`,
      body: '<p>Since 1.2.0, and since 1.2.0 again: dark, dark, dark</p>',
      released_at: `202${n}-01-01T00:00:00.000Z`,
    }),
  );
  expect(Object.keys(await find('1.2.0', { of }))[0]).toBe('Dark');
  expect(Object.keys(await find('v1.2.0-beta.1', { of }))[0]).toBe('Dark mode 1');
  expect(Object.keys(await find('dark', { of }))[0]).toBe('Dark');
});

test('ranks a version above its patches, and the named project above others', async () => {
  const versions = ['18.3.0', '18.3.1', '18.30.0', '18.3.2'];
  const of = versions.map((version, n) =>
    releaseEntry(`web-${version}`, {
      version,
      title: `Web ${version} of this spring`,
      project: 'p-web',
      body: '<p>Follows 18.3, and 18.3 again</p>',
      released_at: `202${n}-01-01T00:00:00.000Z`,
    }),
  );
  const other = releaseEntry('other', { version: '18.3.0', body: '<p>Works with web 18.3</p>' });
  const first = async (text: string, all = of) => Object.keys(await find(text, { of: all }))[0];
  for (const text of ['18.3', 'v18.3', '18.3.0', 'web 18.3', 'web v18.3.0'])
    expect(await first(text), text).toBe('Web 18.3.0 of this spring');
  expect(await first('web 18.3', [...of, other])).toBe('Web 18.3.0 of this spring');
  expect(await first('18.3.1')).toBe('Web 18.3.1 of this spring');
  const short = releaseEntry('short', { version: '18.3', released_at: '2019-01-01T00:00:00.000Z' });
  expect(await first('18.3', [...of, other, short])).toBe('Title of short');
});

test('ranks a whole word in a title above newer titles with longer words', async () => {
  const body = `<p>${'A mode, in one mode or another. '.repeat(9)}</p>`;
  const of = ['A dark mode in pages', 'Models', 'Modes of models', 'Moden'].map((title, n) =>
    releaseEntry(title, { title, body, released_at: `202${n}-01-01T00:00:00.000Z` }),
  );
  for (const near of [false, true])
    expect(Object.keys(await find('mode', { of, near }))[0]).toBe('A dark mode in pages');
  const exact = releaseEntry('mode', { title: 'Mode', released_at: '2019-01-01T00:00:00.000Z' });
  expect(Object.keys(await find('mode', { of: [...of, exact] }))[0]).toBe('Mode');
});

test('recognises an exact title in a script without spaces', async () => {
  const of = ['検索 改善', '検索 改善 二'].map((title, n) =>
    releaseEntry(title, { title, released_at: `202${n}-01-01T00:00:00.000Z` }),
  );
  expect(Object.keys(await find('検索 改善', { of }))[0]).toBe('検索 改善');
});

test('does not confuse versions', async () => {
  const of = ['1.20.0', '1.21.0', '12.0.0'].map((version) => releaseEntry(version, { version }));
  const found = async (text: string, near = false) => Object.keys(await find(text, { near, of }));
  expect(await found('1.20.0', true)).toEqual(['Title of 1.20.0']);
  expect(await found('v1.2')).toHaveLength(2);
  expect((await found('1.')).toSorted()).toEqual(['Title of 1.20.0', 'Title of 1.21.0']);
  expect(await found('1 title')).toHaveLength(2);
});

test('ranks adjacent words above distant ones', async () => {
  const of = ['attributes of an import', 'import attributes', 'an import, and more attributes'].map(
    (text, n) => releaseEntry(`r${n}`, { body: `<p>${text}</p>` }),
  );
  expect(Object.keys(await find('import attributes', { of }))[0]).toBe('Title of r1');
  const apart = ['of import', 'attributes'].map((html) => ({ type: 'new', html }));
  const across = releaseEntry('across', { body: '', changes: apart });
  expect(Object.keys(await find('import attributes', { of: [...of, across] }))[0]).toBe(
    'Title of r1',
  );
});

test('finds milestones, but not with a filter by year or type', async () => {
  const milestones = [milestoneEntry('offline', { title: 'An offline archive', body: 'Dark' })];
  const keys = async (text: string, filters = {}) =>
    Object.keys(await find(text, { milestones, filters }));
  expect(await keys('offline')).toEqual(['An offline archive']);
  expect(await keys('dark')).toHaveLength(3);
  expect(await keys('dark', { year: '2026' })).toHaveLength(2);
  expect(await keys('dark', { type: 'new' })).toEqual(['Dark mode']);
  expect(Object.keys(await find('offline', { milestones, of: [] }))).toHaveLength(1);
});

test('finds C++ by its name, and matches a single letter only exactly', async () => {
  const of = ['C++ bindings', 'C bindings', 'Cargo'].map((title) => releaseEntry(title, { title }));
  expect(Object.keys(await find('C++', { of }))).toEqual(['C++ bindings']);
  expect(Object.keys(await find('c', { of }))).toEqual(['C bindings']);
});

test('finds characters of a script without spaces only where they are adjacent', async () => {
  const together = releaseEntry('together', { title: '検索の改善', body: '<p>速い。</p>' });
  const scattered = releaseEntry('scattered', { title: '点検と索引', body: '<p>遅い。検 索</p>' });
  const of = [together, scattered];
  expect(Object.keys(await find('検索', { of }))).toEqual(['検索の改善']);
  expect(Object.keys(await find('検索の改', { of }))).toEqual(['検索の改善']);
  expect(Object.keys(await find('索引 点検', { of }))).toEqual(['点検と索引']);
  expect(Object.keys(await find('検', { of }))).toHaveLength(2);
});

test('finds a word that is nearly everywhere, titles first', async () => {
  const of = Array.from({ length: 250 }, (_, n) =>
    releaseEntry(`r${n}`, {
      title: n === 7 ? 'Common' : `Title ${n}`,
      body: `<p>common, and ${n % 2 ? 'odd' : 'even'}</p>`,
      changes: [{ type: n === 9 ? 'new' : 'fixed', html: 'a common one' }],
    }),
  );
  const all = Object.keys(await find('common', { of }));
  expect(all).toHaveLength(250);
  expect(all[0]).toBe('Common');
  expect(Object.keys(await find('common odd', { of }))).toHaveLength(125);
  const filters = { type: 'new' };
  expect(Object.keys(await find('common', { of, filters }))).toEqual(['Title 9']);
});

test('leaves out words that match nowhere, then the most common ones, but never a version', async () => {
  const search = searchOf(await writtenSearch([dark, themes]));
  const partly = async (text: string, common: string[] = []) => {
    const { hits, leftOut } = await findPartly(search, { text }, new Set(common));
    const titles = await Promise.all(hits.map(async (hit) => (await hit.text()).title));
    return { titles, leftOut };
  };
  expect(await partly('blockchain header')).toEqual({
    titles: ['Dark mode'],
    leftOut: ['blockchain'],
  });
  expect(await partly('header themes three')).toEqual({
    titles: ['Themes'],
    leftOut: ['header'],
  });
  expect(await partly('the blockchain', ['the'])).toMatchObject({ titles: [] });
  expect(await partly('header 9.9.9')).toMatchObject({ titles: [] });
  expect(await partly('blockchain')).toMatchObject({ titles: [] });
});

test('words that need not match are not needed', async () => {
  const search = searchOf(await writtenSearch([dark, themes]));
  const words = new Set(['is', 'there']);
  const { hits, leftOut } = await search.find({ text: 'is there night' }, false, words);
  expect(hits).toHaveLength(1);
  expect(leftOut).toEqual(['is', 'there']);
});

test('finds the other spelling of an English word', async () => {
  const licence = releaseEntry('licence', {
    title: 'Open',
    body: '<p>A new license, colored.</p>',
  });
  const of = [licence, themes];
  expect(Object.keys(await find('licence', { of }))).toEqual(['Open']);
  expect(Object.keys(await find('colour licences', { of }))).toEqual(['Open']);
});
