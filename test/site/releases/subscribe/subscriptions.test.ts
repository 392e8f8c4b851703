import { expect, test } from 'vitest';
import type { SiteContext } from '../../../../src/site/base/context.ts';
import { offeredFeed, placeHref } from '../../../../src/site/feeds/subscription.ts';
import { archives } from '../../../../src/site/releases/archives.ts';
import { channels } from '../../../../src/site/releases/subscribe/channels.ts';
import { readerLinks } from '../../../../src/site/releases/subscribe/feed-readers.ts';
import {
  archiveFeeds,
  roadmapSubscription,
  subscriptions,
} from '../../../../src/site/releases/subscribe/subscriptions.ts';
import { roadmapParts } from '../../../../src/site/roadmap/roadmap-parts.ts';
import { feedTags } from '../../../../src/site/shell/head/head-tags.ts';
import { siteImage } from '../../../../src/site/shell/head/page-image.ts';
import { milestoneEntry, releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';

const releases = [releaseEntry('a', { project: 'p-web', labels: ['l-speed', 'l-plain'] })];
const channelsOf = (some: typeof releases, site: SiteContext) =>
  channels(some, archives(some, site), site);
const offered = (site = siteContext()) => subscriptions(channelsOf(releases, site), [], [], site);

test('offers the feeds of the whole site first, then those of its parts by kind', () => {
  const { main, groups } = offered();
  expect(main.map(({ kind, feed }) => [kind, feed.formats.map(({ path }) => path)])).toEqual([
    ['stable', ['rss.xml', 'atom.xml', 'feed.json']],
    ['all', ['all/rss.xml', 'all/atom.xml', 'all/feed.json']],
    ['roadmap', ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `roadmap/${name}`)],
    ['moves', ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `roadmap/view/changes/${name}`)],
  ]);
  expect(groups.map(({ title, parts }) => [title, parts.map(({ name }) => name)])).toEqual([
    ['Projects', ['Web']],
    ['Labels', ['Plain', 'Speed']],
  ]);
});

test('the place of a project has exactly its feeds: stable, with pre-releases, roadmap', () => {
  const early = releaseEntry('b', { project: 'p-web', is_pre_release: true });
  const site = siteContext();
  const milestones = [milestoneEntry('m', { project: 'p-web', labels: ['l-only'] })];
  site.labels = new Map([
    ...site.labels,
    ['l-only', { id: 'l-only', slug: 'only', name: 'Only', color: null }],
  ]);
  const roadmaps = roadmapParts(milestones, site);
  const { groups } = subscriptions(channelsOf([...releases, early], site), roadmaps, [], site);
  const places = groups.flatMap(({ parts }) =>
    parts.map(({ place, feeds }) => [place, feeds.map(({ kind, feed }) => [kind, feed.folder])]),
  );
  expect(places).toEqual([
    [
      'project-web',
      [
        ['stable', 'projects/web/'],
        ['all', 'projects/web/all/'],
        ['roadmap', 'roadmap/projects/web/'],
      ],
    ],
    ['label-plain', [['stable', 'labels/plain/']]],
    ['label-speed', [['stable', 'labels/speed/']]],
    ['label-only', [['roadmap', 'roadmap/labels/only/']]],
  ]);
});

test('the feed that a page offers is that of its part, and its link leads to the part’s place', () => {
  const site = siteContext();
  const [project] = archives(releases, site);
  const offer = (feeds: Parameters<typeof offeredFeed>[0]) => {
    const feed = offeredFeed(feeds, site);
    return [feed.folder, placeHref(feed, site.urls)];
  };
  const feeds = project ? archiveFeeds(project, site) : [];
  expect(offer(feeds)).toEqual(['projects/web/', '/notes/subscribe/#project-web']);
  const year = archives(releases, site).find(({ kind }) => kind === 'year');
  expect(offer(year ? archiveFeeds(year, site) : [])).toEqual(['', '/notes/subscribe/']);
  expect(offer(offered().main.map(({ feed }) => feed))).toEqual(['', '/notes/subscribe/']);
  expect(offer(undefined)).toEqual(['', '/notes/subscribe/']);
  const part = roadmapParts([milestoneEntry('m', { project: 'p-web' })], site)[0];
  expect(offer([roadmapSubscription(site, part)])).toEqual([
    'roadmap/projects/web/',
    '/notes/subscribe/#project-web',
  ]);
});

test('an archive announces its stable releases first, and then its pre-releases', () => {
  const early = releaseEntry('b', { project: 'p-web', is_pre_release: true });
  const site = siteContext();
  const feedsOf = (some: typeof releases) => {
    const project = archives(some, site).find(({ kind }) => kind === 'project');
    return project ? archiveFeeds(project, site).map(({ folder }) => folder) : [];
  };
  expect(feedsOf([...releases, early])).toEqual(['projects/web/', 'projects/web/all/']);
  expect(feedsOf(releases)).toEqual(['projects/web/']);
  expect(feedsOf([])).toEqual([]);
});

test('offers no feed of the roadmap if the site shows no roadmap', () => {
  const site = siteContext();
  site.config.show.roadmap = false;
  expect(offered(site).main.map(({ kind }) => kind)).toEqual(['stable', 'all']);
});

test('announces each format of a feed under a name of its own', () => {
  const project = offered().groups[0]?.parts[0]?.feeds[0]?.feed;
  const site = siteContext();
  const facts = { path: '', title: '', summary: '', image: siteImage(site) };
  const tags = feedTags({ ...facts, feeds: project ? [project] : [] }, site);
  expect(tags.map(({ attributes }) => [attributes.type, attributes.title])).toEqual([
    ['application/rss+xml', 'Sample Changelog: Web (RSS)'],
    ['application/atom+xml', 'Sample Changelog: Web (Atom)'],
    ['application/feed+json', 'Sample Changelog: Web (JSON Feed)'],
    ['application/rss+xml', 'Sample Changelog (RSS)'],
    ['application/atom+xml', 'Sample Changelog (Atom)'],
    ['application/feed+json', 'Sample Changelog (JSON Feed)'],
  ]);
});

test('encodes the whole address of a feed in links to feed readers', () => {
  for (const { href } of readerLinks('https://example.com/a?b=c&d/rss.xml'))
    expect(new URL(href).href).toContain('https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc%26d%2Frss.xml');
});
