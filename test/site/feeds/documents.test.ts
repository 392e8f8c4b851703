import { expect, test } from 'vitest';
import { createUrls } from '../../../src/site/base/urls.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';
import { siteContext } from '../site.ts';
import { childrenOf, parseXml } from './parse-xml.ts';
import { writtenOf } from './sources.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const release = (id: string, n: number, over = {}) =>
  releaseEntry(id, { released_at: day(n), ...over });
const releases = [
  release('a', 1, { project: 'p-web', changes: [{ type: 'new', html: 'x' }] }),
  release('b', 2, { labels: ['l-speed'] }),
  release('c', 3, { is_pre_release: true }),
];
const milestones = [milestoneEntry('m')];

test('writes the same bytes for the same content, in whatever order it is read', async () => {
  const first = await writtenOf({ releases, milestones });
  const second = await writtenOf({ releases: releases.toReversed(), milestones });
  expect([...second]).toEqual([...first]);
});

test('an edit of one release changes only its item and the times of its channels', async () => {
  const edited = { ...release('b', 2, { labels: ['l-speed'] }), body: '<p>New words</p>' };
  const before = await writtenOf({ releases });
  const after = await writtenOf({
    releases: releases.map((one) => (one.id === 'b' ? { ...edited, updated_at: day(8) } : one)),
  });
  for (const [path, text] of before)
    if (/\.xml$/.test(path))
      expect(withoutItem(after.get(path) ?? '', 'b'), path).toEqual(withoutItem(text, 'b'));
  for (const path of ['feed.json', 'all/feed.json', 'labels/speed/feed.json'])
    expect(withoutJsonItem(after.get(path) ?? '', 'b'), path).toEqual(
      withoutJsonItem(before.get(path) ?? '', 'b'),
    );
  expect(after.get('feed.json')).not.toBe(before.get('feed.json'));
  for (const path of [
    'projects/web/feed.json',
    'projects/web/rss.xml',
    'projects/web/atom.xml',
    'feeds.opml',
  ])
    expect(after.get(path)).toBe(before.get(path));
  for (const path of ['rss.xml', 'labels/speed/rss.xml'])
    expect(after.get(path)).toContain('<lastBuildDate>Thu, 08 Jan 2026');
});

test('keeps every identifier when slugs, names, domain and base change', async () => {
  const identifiers = (written: Map<string, string>) =>
    [...written.values()].join('').match(/tag:waymark,2026:[^<"]*/g);
  const moved = siteContext({ urls: createUrls('https://elsewhere.example', '/') });
  moved.workspace.name = 'Renamed';
  moved.projects = new Map([['p-web', { id: 'p-web', slug: 'renamed', name: 'Renamed project' }]]);
  moved.labels = new Map([
    ['l-speed', { id: 'l-speed', slug: 'renamed', name: 'Renamed label', color: null }],
  ]);
  moved.workspace.change_types = [
    { id: 't-new', slug: 'renamed', title: 'Renamed type', color: null },
  ];
  const before = await writtenOf({ releases, milestones });
  const after = await writtenOf({
    releases: releases.map((one) => ({
      ...one,
      slug: `${one.slug}-renamed`,
      title: 'Renamed',
      changes: one.changes.map(({ html }) => ({ type: 'renamed', html })),
    })),
    milestones: milestones.map((one) => ({ ...one, slug: 'renamed' })),
    site: moved,
  });
  expect(identifiers(before)?.length).toBeGreaterThan(20);
  expect(identifiers(after)).toEqual(identifiers(before));
  expect([...after.values()].join('')).not.toContain('https://example.com');
});

test('writes no feed of the roadmap if the site shows no roadmap', async () => {
  const site = siteContext();
  site.config.show.roadmap = false;
  const written = await writtenOf({ releases, milestones, site });
  for (const name of ['rss.xml', 'atom.xml', 'feed.json'])
    expect(written.has(`roadmap/${name}`), name).toBe(false);
  expect([...written.values()].join('')).not.toContain('Title of m');
});

/** The elements of a feed, without the item of a release and without the channel's own time. */
function withoutItem(xml: string, id: string) {
  const root = parseXml(xml);
  const channel = childrenOf(root, 'channel')[0] ?? root;
  return channel.children.filter(
    ({ name, text }) =>
      !['lastBuildDate', 'updated'].includes(name) && !text.includes(`/releases/${id}`),
  );
}

/** A JSON Feed without the item of a release. The feed has no time of its own. */
function withoutJsonItem(json: string, id: string) {
  const { items, ...head } = JSON.parse(json);
  const others = items.filter(({ url }: { url: string }) => !url.endsWith(`/${id}/`));
  expect(others).toHaveLength(items.length - 1);
  return { ...head, others };
}
