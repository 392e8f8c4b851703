import { expect, test, vi } from 'vitest';
import type { ReleaseEntry } from '../../../../src/model/content/content.ts';
import { rss } from '../../../../src/site/feeds/formats/rss.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { siteContext } from '../../site.ts';
import { feedOf } from '../feeds.ts';
import { childrenOf, parseXml, textOf } from '../parse-xml.ts';

const rssOf = (...releases: ReleaseEntry[]) => rss(feedOf(releases), siteContext());
const channelOf = (xml: string) => childrenOf(parseXml(xml), 'channel')[0];

test('is an RSS 2.0 document with the name of the site and its own address', () => {
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

test('an item contains everything that feed readers show', () => {
  const asset = { file: 'abc.png', width: 8, height: 4, bytes: 4321 };
  const over: Partial<ReleaseEntry> = {
    project: 'p-web',
    updated_at: '2026-02-03T04:05:06.000Z',
    summary: 'In short',
    hero: { type: 'image', asset },
    contributors: ['Ada', 'Bob'].map((name) => ({ id: name, name, avatar: null })),
  };
  const item = childrenOf(channelOf(rssOf(releaseEntry('a', over))), 'item')[0];
  expect(item?.children.map(({ name, text }) => [name, text])).toEqual([
    ['title', 'Title of a'],
    ['description', 'In short'],
    ['link', 'https://example.com/notes/releases/a/'],
    ['guid', 'tag:waymark,2026:w-1/releases/a'],
    ['pubDate', 'Fri, 02 Jan 2026 00:00:00 GMT'],
    ['enclosure', ''],
    ['category', 'Web'],
    ['dc:creator', 'Ada'],
    ['dc:creator', 'Bob'],
    ['atom:updated', '2026-02-03T04:05:06.000Z'],
    ['media:content', ''],
    ['xhtml:a', 'https://example.com/notes/releases/a/'],
    [
      'content:encoded',
      '<p><img src="https://example.com/notes/assets/abc.png" alt="Picture for “Title of a”" width="8" height="4"></p><p>Body of a</p>',
    ],
  ]);
  expect(childrenOf(item, 'guid')[0]?.attributes).toEqual({ isPermaLink: 'false' });
  const url = 'https://example.com/notes/assets/abc.png';
  expect(childrenOf(item, 'enclosure')[0]?.attributes).toEqual({
    url,
    length: '4321',
    type: 'image/png',
  });
  expect(childrenOf(item, 'media:content')[0]?.attributes).toEqual({
    url,
    type: 'image/png',
    medium: 'image',
    fileSize: '4321',
    width: '8',
    height: '4',
  });
  expect(childrenOf(item, 'category')[0]?.attributes).toEqual({
    domain: 'tag:waymark,2026:w-1/projects',
  });
});

test('an item with a mirrored video has media:content, but no enclosure', () => {
  const hero = { type: 'film' as const, asset: { file: 'abc.mp4', bytes: 4321 } };
  const item = childrenOf(channelOf(rssOf(releaseEntry('a', { hero }))), 'item')[0];
  expect(childrenOf(item, 'media:content')[0]?.attributes).toEqual({
    url: 'https://example.com/notes/assets/abc.mp4',
    type: 'video/mp4',
    medium: 'video',
    fileSize: '4321',
  });
  expect(childrenOf(item, 'enclosure')).toEqual([]);
});

test('the channel has an image with the title of the channel', () => {
  const channel = channelOf(rssOf());
  expect(childrenOf(channel, 'image')[0]?.children.map(({ name, text }) => [name, text])).toEqual([
    ['url', 'https://example.com/notes/share.png'],
    ['title', textOf(channel, 'title')],
    ['link', textOf(channel, 'link')],
  ]);
});

test('is the same whenever it is built', () => {
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

test('lastBuildDate is the time of the latest release or edit', () => {
  const xml = rssOf(
    releaseEntry('a', { updated_at: '2026-02-03T04:05:06.000Z' }),
    releaseEntry('b', { released_at: '2026-02-01T00:00:00.000Z' }),
  );
  expect(textOf(channelOf(xml), 'lastBuildDate')).toBe('Tue, 03 Feb 2026 04:05:06 GMT');
});

test('lastBuildDate is left out without releases', () => {
  const channel = channelOf(rssOf());
  expect(childrenOf(channel, 'item')).toEqual([]);
  expect(childrenOf(channel, 'lastBuildDate')).toEqual([]);
});

test('a lastBuildDate element in the name of the workspace is not mistaken for the real one', () => {
  const site = siteContext();
  site.workspace.name = '<lastBuildDate>x</lastBuildDate>';
  const channel = channelOf(rss(feedOf([releaseEntry('a')], site), site));
  expect(textOf(channel, 'lastBuildDate')).toBe('Fri, 02 Jan 2026 00:00:00 GMT');
});

test('has a style sheet for browsers, and a link to the page about subscribing', () => {
  const xml = rssOf(releaseEntry('a'));
  expect(xml.split('\n')[1]).toBe('<?xml-stylesheet type="text/css" href="/notes/feed.css"?>');
  const note = childrenOf(channelOf(xml), 'xhtml:p')[0];
  expect(note?.children[0]).toMatchObject({
    name: 'xhtml:a',
    attributes: { href: 'https://example.com/notes/subscribe/' },
  });
});
