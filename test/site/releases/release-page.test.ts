import { expect, test } from 'vitest';
import { allChangesMark, type ReleaseEntry } from '../../../src/model/content/content.ts';
import { releasePage } from '../../../src/site/releases/release-page.ts';
import { releaseEntry, workspaceEntry } from '../../support/entries.ts';
import { prepared } from '../../sync/prepare/html/prepared.ts';
import { siteContext } from '../site.ts';

const page = (over: Partial<ReleaseEntry>) => releasePage(releaseEntry('a', over), siteContext());
const changes = (count: number, type = 'fixed', text = 'Fix') =>
  Array.from({ length: count }, (_, n) => ({ type, html: `${text} ${n}` }));
const list = (count: number, last = 'x') =>
  `<ul>${'<li>Fix a crash</li>'.repeat(count - 1)}<li>${last}</li></ul>`;

test('the title has the project’s name if the site has several projects', () => {
  const { projects } = siteContext();
  const several = new Map([...projects, ['p-api', { id: 'p-api', slug: 'api', name: 'API' }]]);
  const entry = releaseEntry('a', { title: 'v1.2.0', version: '1.2.0', project: 'p-web' });
  expect(releasePage(entry, siteContext({ projects: several })).title).toBe('Web 1.2.0');
  expect(releasePage(entry, siteContext()).title).toBe('v1.2.0');
});

test('folds everything below a text that somebody wrote', () => {
  const body = `<p>Fast.</p>${allChangesMark}<p>More</p>`;
  expect(page({ body, changes: changes(1) })).toMatchObject({
    html: '<p>Fast.</p>',
    rest: '<p>More</p>',
    changes: [{ items: [{}] }],
  });
  expect(page({ body: `<p>Fast.</p>${allChangesMark}` }).rest).toBe('');
  expect(page({ body: '<h2 id="n-all-changes">All changes</h2><p>x</p>' }).rest).toBeUndefined();
});

test('folds more than ten fixes, and nothing else', () => {
  const counts = (over: Partial<ReleaseEntry>) =>
    page(over).changes.map(({ items, folded }) => [items.length, folded.length]);
  const body = prepared('<p>A quiet release.</p>');
  expect(counts({ body, changes: changes(10) })).toEqual([[10, 0]]);
  expect(counts({ body, changes: changes(11) })).toEqual([[0, 11]]);
  expect(counts({ changes: [...changes(11), ...changes(1, 'new')] })).toEqual([
    [1, 0],
    [0, 11],
  ]);
  expect(counts({ changes: changes(30, 'new') })).toEqual([[30, 0]]);
});

test('shows a release of fixes only open', () => {
  expect(
    page({ body: '', changes: changes(30) }).changes.map(({ folded }) => folded.length),
  ).toEqual([0]);
  const { html } = page({ body: prepared(`<h2>Bug fixes</h2>${list(30)}`) });
  expect(html).not.toContain('<details');
});

test('does not fold a fix that needs action', () => {
  const [group] = page({
    changes: [...changes(11), { type: 'fixed', html: 'BREAKING: tabs' }],
  }).changes;
  expect(group?.items.map(({ html }) => html)).toEqual(['BREAKING: tabs']);
  expect(group?.folded).toHaveLength(11);
});

test.each([
  ['<h2>Bug fixes</h2>', 11, 'x', true],
  ['<h2>3.0.0</h2><p><strong>Fixes</strong></p>', 11, 'x', true],
  ['<h2>Bug fixes</h2>', 10, 'x', false],
  ['<h2>Features</h2>', 11, 'x', false],
  ['<h2>Bug fixes</h2><h2>Features</h2>', 11, 'x', false],
  ['<h2>Bug fixes</h2>', 11, '<strong>BREAKING</strong> y', false],
])('folds a list of fixes in a body: %s, %i items', (heading, count, last, isFolded) => {
  const { html } = page({ body: prepared(`<p>Text</p>${heading}${list(count, last)}`) });
  expect(html.includes('<details class="fold"><summary>11 fixes</summary><ul>')).toBe(isFolded);
});

/** The texts of a table of contents, with those of the second level below their first. */
const textsOf = (over: Partial<ReleaseEntry>) =>
  page(over).contents.map(({ text, below }) => [text, ...below.map((one) => one.text)]);

test('lists the headings if there are four or more', () => {
  const body = prepared('<h2>A &amp; b</h2><h2>C</h2>');
  expect(page({ body, changes: changes(1) }).contents).toEqual([]);
  const { contents } = page({ body, changes: [...changes(1), ...changes(1, 'gone')] });
  expect(contents).toEqual([
    { text: 'A & b', anchor: 'n-a-and-b', below: [] },
    { text: 'C', anchor: 'n-c', below: [] },
    { text: 'Fixed', anchor: 'type-fixed', below: [] },
    { text: 'Other', anchor: 'other-changes', below: [] },
  ]);
});

test('lists all that is folded below a text as one item, which leads to its first heading', () => {
  const opening = prepared('<h2>A</h2><h2>B</h2><h2>C</h2>');
  const some = [...changes(1), ...changes(1, 'gone')];
  const { contents } = page({ body: `${opening}${allChangesMark}<p>More</p>`, changes: some });
  expect(contents.map(({ text, anchor }) => [text, anchor])).toEqual([
    ['A', 'n-a'],
    ['B', 'n-b'],
    ['C', 'n-c'],
    ['All changes', 'type-fixed'],
  ]);
  const below = prepared('<h2>D</h2>');
  expect(page({ body: `${opening}${allChangesMark}${below}`, changes: some }).contents[3]).toEqual({
    text: 'All changes',
    anchor: 'n-d',
    below: [],
  });
  expect(page({ body: `<p>A</p>${allChangesMark}`, changes: some }).contents).toEqual([]);
  expect(textsOf({ body: `${opening}${opening}${allChangesMark}` })).toHaveLength(6);
});

test('ends a table of contents with the links and files, which do not count as a heading', () => {
  const link = { type: 'LINK', title: 'sbom.json', url: 'https://a.example/' } as const;
  const headed = (count: number) => prepared('<h2>A</h2><h2>B</h2><h2>C</h2>'.repeat(count));
  expect(textsOf({ body: headed(1), attachments: [link] })).toEqual([]);
  expect(page({ body: headed(2), attachments: [link] }).contents.at(-1)).toEqual({
    text: 'Links and files',
    anchor: 'attachments',
    below: [],
  });
});

test('lists two levels of headings as they are nested, and headings of changes', () => {
  const body = prepared('<h3>First</h3><h2>A</h2><h3>B</h3><h4>Deep</h4><h2>C</h2>');
  const headed = { type: 'fixed', html: '<h3 id="n-d">D</h3><p>Text</p><h4 id="n-e">E</h4>' };
  const plain = { type: 'fixed', html: 'Plain' };
  expect(textsOf({ body, changes: [plain, headed] })).toEqual([
    ['First'],
    ['A', 'B'],
    ['C'],
    ['Fixed', 'D'],
  ]);
});

test('lists the headings below a single top heading', () => {
  const body = prepared('<h2>3.0.0</h2><h3>A</h3><h3>B</h3><h3>C</h3><h3>D</h3>');
  expect(textsOf({ body })).toEqual([['A'], ['B'], ['C'], ['D']]);
});

test('folds the upkeep of the project, but not what needs action in it', () => {
  const changes = [
    { type: 'new', html: 'A lamp' },
    { type: 'maintenance', html: 'Bump ws from 1.0.0 to 1.1.0' },
    { type: 'maintenance', html: 'Drop support for Node 18' },
  ];
  const change_types = ['New', 'Maintenance'].map((title) => {
    return { slug: title.toLowerCase(), title, color: null };
  });
  const site = siteContext({ workspace: { ...workspaceEntry, change_types } });
  const groups = releasePage(releaseEntry('r', { changes }), site).changes;
  expect(groups.map(({ items, folded }) => [items.length, folded.length])).toEqual([
    [1, 0],
    [1, 1],
  ]);
  expect(groups[1]?.summary).toBe('1 maintenance change');
});
