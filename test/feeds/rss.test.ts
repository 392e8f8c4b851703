import { expect, test, vi } from 'vitest';
import { feedItems } from '../../src/feeds/feed.ts';
import { rss } from '../../src/feeds/rss.ts';
import type { ReleaseEntry } from '../../src/model/content.ts';
import { siteContext } from '../site/site.ts';
import { releaseEntry } from '../store/entries.ts';
import { childrenOf, parseXml, textOf } from './parse-xml.ts';

const rssOf = (...releases: ReleaseEntry[]) =>
  rss(feedItems(releases, siteContext()), siteContext());
const channelOf = (xml: string) => childrenOf(parseXml(xml), 'channel')[0];

test('is an RSS 2.0 document that names the site and itself', () => {
  const xml = rssOf(releaseEntry('a'));
  const root = parseXml(xml);
  expect(root).toMatchObject({ name: 'rss', attributes: { version: '2.0' } });
  const channel = channelOf(xml);
  expect(textOf(channel, 'title')).toBe('Sample Changelog');
  expect(textOf(channel, 'link')).toBe('https://example.com/notes/');
  expect(textOf(channel, 'language')).toBe('en-GB');
  expect(childrenOf(channel, 'atom:link')[0]?.attributes).toMatchObject({
    href: 'https://example.com/notes/rss.xml',
    rel: 'self',
  });
});

test('tells of a release with all that a reader shows', () => {
  const over = { project: 'p-web', contributors: [{ id: 'u', name: 'Ada', avatar: null }] };
  const item = childrenOf(channelOf(rssOf(releaseEntry('a', over))), 'item')[0];
  expect(item?.children.map(({ name, text }) => [name, text])).toEqual([
    ['title', 'Title of a'],
    ['description', '<p>Body of a</p>'],
    ['link', 'https://example.com/notes/releases/a/'],
    ['guid', 'tag:waymark,2026:w-1/releases/a'],
    ['category', 'Web'],
    ['dc:creator', 'Ada'],
    ['pubDate', 'Fri, 02 Jan 2026 00:00:00 GMT'],
  ]);
});

test('says that an id is no address', () => {
  const item = childrenOf(channelOf(rssOf(releaseEntry('a'))), 'item')[0];
  expect(childrenOf(item, 'guid')[0]?.attributes).toEqual({ isPermaLink: 'false' });
});

test.each([
  'Q&A: <b>bold</b> "quotes" \'n\' more',
  'the end ]]> of it',
  ']]>]]&gt;<![CDATA[ nested',
  '&amp; &lt; &#60; stay as written',
  '</title></item></channel></rss>',
  '<lastBuildDate>Thu, 01 Jan 1970 00:00:00 GMT</lastBuildDate>',
  '😀 and ünïcödé',
])('carries the title and the words %s unharmed', (words) => {
  const over = {
    title: words,
    body: words,
    contributors: [{ id: 'u', name: words, avatar: null }],
  };
  const item = childrenOf(channelOf(rssOf(releaseEntry('a', over))), 'item')[0];
  expect(textOf(item, 'title')).toBe(words);
  expect(textOf(item, 'description')).toBe(words);
  expect(textOf(item, 'dc:creator')).toBe(words);
});

test('gives the same bytes whenever it is built', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime('2026-03-01T09:00:00.000Z');
    const first = rssOf(releaseEntry('a'), releaseEntry('b'));
    vi.setSystemTime('2027-04-02T10:11:12.000Z');
    expect(rssOf(releaseEntry('a'), releaseEntry('b'))).toBe(first);
  } finally {
    vi.useRealTimers();
  }
});

test('was built when its newest release was last edited', () => {
  const xml = rssOf(
    releaseEntry('a', { updated_at: '2026-02-03T04:05:06.000Z' }),
    releaseEntry('b', { released_at: '2026-02-01T00:00:00.000Z' }),
  );
  expect(textOf(channelOf(xml), 'lastBuildDate')).toBe('Tue, 03 Feb 2026 04:05:06 GMT');
});

test('tells of no build where nothing was released', () => {
  const channel = channelOf(rssOf());
  expect(childrenOf(channel, 'item')).toEqual([]);
  expect(childrenOf(channel, 'lastBuildDate')).toEqual([]);
});

test('knows its own build date from one in the name of the workspace', () => {
  const site = siteContext();
  site.workspace.name = '<lastBuildDate>x</lastBuildDate>';
  const channel = channelOf(rss(feedItems([releaseEntry('a')], site), site));
  expect(textOf(channel, 'lastBuildDate')).toBe('Fri, 02 Jan 2026 00:00:00 GMT');
});
