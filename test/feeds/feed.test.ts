import { expect, test } from 'vitest';
import { feedItems, stableFeed } from '../../src/feeds/feed.ts';
import type { ReleaseEntry } from '../../src/model/content.ts';
import { createUrls } from '../../src/site/urls.ts';
import { siteContext } from '../site/site.ts';
import { releaseEntry } from '../store/entries.ts';

const item = (over: Partial<ReleaseEntry> = {}, site = siteContext()) =>
  feedItems([releaseEntry('a', over)], site)[0];

test('leaves pre-releases out of the stable channel', () => {
  const releases = [releaseEntry('a'), releaseEntry('b', { is_pre_release: true })];
  expect(stableFeed(releases, 50).map(({ id }) => id)).toEqual(['a']);
});

test('holds the newest fifty, newest first', () => {
  const releases = Array.from({ length: 60 }, (_, n) =>
    releaseEntry(`r-${n}`, { released_at: new Date(Date.UTC(2026, 0, n)).toISOString() }),
  );
  const ids = stableFeed(releases, 50).map(({ id }) => id);
  expect(ids).toHaveLength(50);
  expect([ids[0], ids[49]]).toEqual(['r-59', 'r-10']);
});

test('keeps the id of an item when slug, title, domain or base change', () => {
  const elsewhere = siteContext({ urls: createUrls('https://other.example', '/') });
  const moved = item({ slug: 'renamed', title: 'Renamed' }, elsewhere);
  expect(moved?.id).toBe(item()?.id);
  expect(moved?.url).toBe('https://other.example/releases/renamed/');
});

test('gives an id that is a URI, whatever the ids of the API hold', () => {
  const site = siteContext();
  site.workspace.id = 'w 1/ä';
  const [one] = feedItems([releaseEntry('a?b#c')], site);
  expect(one?.id).toBe('tag:waymark,2026:w%201%2F%C3%A4/releases/a%3Fb%23c');
});

test('tells two releases apart by their ids', () => {
  const ids = feedItems([releaseEntry('a'), releaseEntry('b')], siteContext()).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});

test('gives pictures whole addresses', () => {
  const image = '<img src="waymark-asset:abc.png" alt="">';
  const { html } = item({ body: image, changes: [{ type: 'new', html: image }] }) ?? {};
  expect(html?.match(/src="[^"]+"/g)).toEqual([
    'src="https://example.com/notes/assets/abc.png"',
    'src="https://example.com/notes/assets/abc.png"',
  ]);
});

test('lists changes under their types below the body', () => {
  const site = siteContext();
  site.workspace.change_types = [{ slug: 'new', title: 'New & <shiny>', color: null }];
  const changes = [{ type: 'new', html: 'a <b>thing</b>' }];
  expect(item({ body: '<p>x</p>', changes }, site)?.html).toBe(
    '<p>x</p><h2>New &amp; &lt;shiny></h2><ul><li>a <b>thing</b></li></ul>',
  );
});

test('names project, labels and authors', () => {
  const contributors = ['Ada', 'Bob'].map((name) => ({ id: name, name, avatar: null }));
  expect(item({ project: 'p-web', labels: ['l-speed'], contributors })).toMatchObject({
    categories: ['Web', 'Speed'],
    authors: ['Ada', 'Bob'],
  });
});

test('tells of the newest edit, but never of one before the release', () => {
  const released_at = '2026-01-05T00:00:00.000Z';
  const edited = '2026-01-06T00:00:00.000Z';
  expect(item({ released_at, updated_at: edited })?.updated).toBe(edited);
  expect(item({ released_at, updated_at: '2026-01-01T00:00:00.000Z' })?.updated).toBe(released_at);
});
