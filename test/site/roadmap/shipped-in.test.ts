import { expect, test } from 'vitest';
import type { ReleaseListing } from '../../../src/model/content/content.ts';
import { shipping } from '../../../src/site/roadmap/shipped-in.ts';
import { asListed } from '../../../src/store/read/listed-rows.ts';
import { milestoneEntry, releaseEntry, workspaceEntry } from '../../support/entries.ts';
import { siteContext, siteWith } from '../site.ts';

const workspace = { ...workspaceEntry, url: 'https://home.example/changes' };
const site = siteContext({ workspace });
const milestones = [milestoneEntry('a'), milestoneEntry('b', { slug: 'später' })];
const link = (href: string) => `<p>See <a href="${href}" rel="noopener">this</a>.</p>`;
const release = (id: string, html: string, released_at = '2026-01-01T00:00:00.000Z') =>
  asListed(releaseEntry(id, { body: html, released_at }), '') as ReleaseListing;
const shippedBy = (html: string, over = site) =>
  shipping([release('r', html)], milestones, { old: 'a', lost: 'gone' }, over)
    .milestonesOf({ id: 'r' })
    .map(({ id }) => id);

test.each([
  ['https://example.com/notes/roadmap/a/', ['a']],
  ['https://example.com/notes/roadmap/a', ['a']],
  ['https://example.com/notes/roadmap/a/?from=feed#history', ['a']],
  ['https://example.com/notes/roadmap/a/index.html', ['a']],
  ['https://example.com/notes/roadmap/a.md', ['a']],
  ['https://example.com/notes/roadmap/sp%C3%A4ter/', ['b']],
  ['https://example.com/notes/roadmap/später/', ['b']],
  ['https://home.example/notes/roadmap/a/', ['a']],
  ['https://example.com/notes/roadmap/old/', ['a']],
  ['https://example.com/notes/roadmap/lost/', []],
  ['https://example.com/notes/roadmap/other/', []],
  ['https://example.com/notes/roadmap/a/view/list/', []],
  ['https://example.com/roadmap/a/', []],
  ['https://example.com.evil.example/notes/roadmap/a/', []],
  ['https://other.example/notes/roadmap/a/', []],
  ['mailto:x@example.com?body=/roadmap/a/', []],
])('a link to %s is one to the milestones %j', (href, ids) => {
  expect(shippedBy(link(href))).toEqual(ids);
});

test('lists a milestone once, in the order of the first links in the text and the changes', () => {
  const [a, b] = ['a', 'später'].map((slug) => link(`https://example.com/notes/roadmap/${slug}/`));
  const one = releaseEntry('r', { body: `${b}${b}`, changes: [{ type: null, html: `${a}` }] });
  const found = shipping([asListed(one, '')], milestones, {}, site).milestonesOf(one);
  expect(found.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('lists the releases that link to a milestone, newest first', () => {
  const html = link('https://example.com/notes/roadmap/a/');
  const releases = [
    release('first', html, '2026-01-01T00:00:00.000Z'),
    release('other', '<p>https://example.com/notes/roadmap/a/</p>'),
    release('second', html, '2026-02-01T00:00:00.000Z'),
  ];
  const found = shipping(releases, milestones, {}, site).releasesOf({ id: 'a' });
  expect(found.map(({ id }) => id)).toEqual(['second', 'first']);
});

test('lists nothing if the site shows no roadmap', () => {
  const hidden = siteWith({ show: { roadmap: false } }, { workspace });
  expect(shippedBy(link('https://example.com/notes/roadmap/a/'), hidden)).toEqual([]);
});
