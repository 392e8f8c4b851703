import { expect, test } from 'vitest';
import { archives } from '../../../../src/site/releases/archives.ts';
import { channels } from '../../../../src/site/releases/subscribe/channels.ts';
import { readerLinks } from '../../../../src/site/releases/subscribe/feed-readers.ts';
import {
  archiveFeeds,
  subscriptions,
} from '../../../../src/site/releases/subscribe/subscriptions.ts';
import { feedTags } from '../../../../src/site/shell/head/head-tags.ts';
import { siteImage } from '../../../../src/site/shell/head/page-image.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';

const releases = [releaseEntry('a', { project: 'p-web', labels: ['l-speed', 'l-plain'] })];
const offered = (site = siteContext()) => subscriptions(channels(releases, site), [], site);

test('offers the feeds of the whole site first, then those of its parts by kind', () => {
  const { main, groups } = offered();
  expect(main.map(({ kind, feed }) => [kind, feed.formats.map(({ path }) => path)])).toEqual([
    ['stable', ['rss.xml', 'atom.xml', 'feed.json']],
    ['all', ['all/rss.xml', 'all/atom.xml', 'all/feed.json']],
    ['roadmap', ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `roadmap/${name}`)],
    ['moves', ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `roadmap/view/changes/${name}`)],
  ]);
  expect(groups.map(({ title, feeds }) => [title, feeds.map(({ name }) => name)])).toEqual([
    ['Projects', ['Web']],
    ['Labels', ['Plain', 'Speed']],
  ]);
});

test('leaves out the feeds of parts with pre-releases, which the pages of parts offer', () => {
  const early = releaseEntry('b', { project: 'p-web', is_pre_release: true });
  const site = siteContext();
  const { groups } = subscriptions(channels([...releases, early], site), [], site);
  const paths = groups.flatMap(({ feeds }) => feeds.map(({ formats }) => formats[0]?.path));
  expect(paths).toEqual(['projects/web/rss.xml', 'labels/plain/rss.xml', 'labels/speed/rss.xml']);
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
  const [project] = offered().groups[0]?.feeds ?? [];
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
