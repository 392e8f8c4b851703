import { expect, test } from 'vitest';
import { allChangesMark, type ReleaseEntry } from '../../../src/model/content/content.ts';
import { listedRelease } from '../../../src/site/releases/listed-release.ts';
import { releaseEntry } from '../../support/entries.ts';
import { siteContext } from '../site.ts';

const listed = (over: Partial<ReleaseEntry> = {}) =>
  listedRelease(releaseEntry('a', over), siteContext());
const long = `<p>${'word '.repeat(130)}</p>`;
const change = (type: string, html: string) => ({ type, html });

test('puts headings one level deeper, without their ids', () => {
  const over = { body: '<h2 id="n-x">x</h2>', changes: [change('new', '<h3 id="n-y">y</h3>')] };
  expect(listed(over)).toMatchObject({
    html: '<h3>x</h3>',
    changes: [{ items: [{ html: '<h4>y</h4>' }] }],
    isCut: false,
  });
});

test('leaves out a picture that was not copied', () => {
  const url = 'https://pictures.example/hero.png';
  expect(listed({ hero: { type: 'link', url } }).hero).toBeUndefined();
  expect(listed({ hero: { type: 'video', url } }).hero).toMatchObject({ href: url });
});

test('points links to headings to the release’s own page', () => {
  expect(listed({ body: '<p><a href="#n-x">x</a></p>' }).html).toBe(
    '<p><a href="/notes/releases/a/#n-x">x</a></p>',
  );
});

test('shows only the text that somebody wrote above generated notes', () => {
  const over = { body: `<p>Fast.</p>${allChangesMark}<p>x</p>`, changes: [change('new', 'y')] };
  expect(listed(over)).toMatchObject({ html: '<p>Fast.</p>', changes: [], isCut: true });
  expect(listed(over).readOn).toBe('All changes');
  expect(listed({ body: `${long}${long}${allChangesMark}` }).readOn).toBe('Read more');
  expect(listed({ body: long + long }).readOn).toBe('Read more');
});

test('cuts a long body', () => {
  expect(listed({ body: long + long })).toMatchObject({ html: long, isCut: true });
});

test('cuts a body of one long list after its first items', () => {
  const body = `<ul>${`<li>${long}</li>`.repeat(5)}</ul>`;
  const html = `<ul><li>${long}</li></ul>`;
  expect(listed({ body, excerpt: 'word word' })).toMatchObject({ html, isCut: true });
});

test.each([
  [{ summary: 'In <short>' }, '<p>In &lt;short></p>'],
  [{ excerpt: 'R&D' }, '<p>R&amp;D</p>'],
])('replaces a body that cannot be cut with its summary or excerpt: %j', (over, html) => {
  expect(listed({ ...over, body: `<blockquote>${long.repeat(5)}</blockquote>` })).toMatchObject({
    html,
    isCut: true,
  });
});

test('shows the beginning of a long first change', () => {
  const beginning = '<p>Fonts have subsets.</p>';
  const changes = [change('new', `${beginning}<p>${'Long. '.repeat(200)}</p>`)];
  expect(listed({ body: '', changes })).toMatchObject({
    changes: [{ items: [{ html: beginning }] }],
    isCut: true,
  });
});

test('shows the first of many changes, under their types', () => {
  const changes = Array.from({ length: 20 }, (_, n) =>
    change(n % 2 ? 'new' : 'fixed', `${n} ${'x'.repeat(60)}`),
  );
  const { changes: groups, isCut } = listed({ changes });
  expect(isCut).toBe(true);
  expect(groups).toMatchObject([{ type: { name: 'New' } }]);
  expect(groups[0]?.items[0]?.html).toMatch(/^1 x/);
});

test('shows the same part of a text, whether its pictures have versions or not', () => {
  const file = `${'0'.repeat(20)}.png`;
  const picture = `<p><img src="waymark-asset:${file}" alt="" width="900" height="9" loading="lazy"></p>`;
  const over = { body: picture.repeat(4) };
  const html = listed({ ...over, pictures: { [file]: [800, 900] } }).html;
  expect(html.match(/ srcset="/g)).toHaveLength(listed(over).html.match(/<img /g)?.length ?? 0);
});

test('shows only the first labels and contributors', () => {
  const labels = Array.from({ length: 60 }, () => 'l-speed');
  const contributors = Array.from({ length: 30 }, () => ({ id: 'x', name: 'Ada', avatar: null }));
  const view = listed({ labels, contributors });
  expect(view).toMatchObject({ isCut: true });
  expect([view.labels.length, view.contributors.length]).toEqual([8, 8]);
});

test('shows an entry that has only a title', () => {
  expect(listed({ body: '', excerpt: '' })).toMatchObject({ html: '', changes: [], isCut: false });
});

test('a version as a title gets the project’s name if the site has several projects', () => {
  const { projects } = siteContext();
  const site = siteContext({
    projects: new Map([...projects, ['p-api', { id: 'p-api', slug: 'api', name: 'API' }]]),
  });
  const titleOf = (title: string) =>
    listedRelease(releaseEntry('a', { title, project: 'p-web' }), site).title;
  expect(titleOf('v3.5.41')).toBe('Web 3.5.41');
  expect(titleOf('Faster')).toBe('Faster');
});
