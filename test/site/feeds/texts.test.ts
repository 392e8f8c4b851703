import FeedMe from 'feedme';
import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith';
import { fromParse5 } from 'hast-util-from-parse5';
import { parseFragment } from 'parse5';
import RssParser from 'rss-parser';
import { visit } from 'unist-util-visit';
import { beforeAll, describe, expect, test } from 'vitest';
import { createUrls, paths } from '../../../src/site/base/urls.ts';
import { sitemap } from '../../../src/site/feeds/formats/sitemap.ts';
import { stableHead } from '../../../src/site/feeds/subscription.ts';
import { allHead } from '../../../src/site/releases/subscribe/channels.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';
import { siteWith } from '../site.ts';
import { parseXml } from './parse-xml.ts';
import { writtenOf } from './sources.ts';

/** Plain text that looks like markup, an entity and the end of a CDATA section. */
const text = '<b>&amp;]]>';

const site = siteWith({ name: text, description: text });
site.projects = new Map([['p-web', { id: 'p-web', slug: 'web', name: text }]]);
site.labels = new Map([['l-speed', { id: 'l-speed', slug: 'speed', name: text, color: null }]]);
site.workspace.change_types = [{ slug: 'new', title: text, color: null }];

const link = { type: 'LINK' as const, title: text, url: `https://x.example/?a=${encodeURI(text)}` };
const release = releaseEntry('a', {
  title: text,
  summary: text,
  body: '',
  project: 'p-web',
  labels: ['l-speed'],
  changes: [{ type: 'new', html: 'x' }],
  attachments: [link],
  contributors: [{ id: 'u', name: text, avatar: null }],
});
const milestone = milestoneEntry('m', {
  title: text,
  status: text,
  excerpt: text,
  project: 'p-web',
  labels: ['l-speed'],
  attachments: [link],
});

let written: Map<string, string>;
beforeAll(async () => {
  written = await writtenOf({ releases: [release], milestones: [milestone], site });
});
const read = (path: string) => written.get(path) ?? '';
/** All categories have the same name, so only the first one, that of the project, is written. */
const domain = 'tag:waymark,2026:w-1/projects';
const channelNames = { '': stableHead(site).title, 'all/': allHead(site).title };
const parts = ['projects/web/', 'labels/speed/', 'types/new/'];
const titles = Object.entries({
  ...channelNames,
  ...Object.fromEntries(parts.map((part) => [part, `${text} Changelog: ${text}`])),
});

describe.each(titles)('in the feeds of /%s', (folder, title) => {
  const description = folder === '' ? text : title;

  test('RSS keeps every text unchanged, in several readers', async () => {
    const xml = read(`${folder}rss.xml`);
    const { items: [item] = [], ...channel } = parseRssFeed(xml);
    expect([channel.title, channel.description]).toEqual([title, description]);
    expect(item).toMatchObject({ title: text, dc: { creators: [text] } });
    expect(new Set(item?.categories?.map(({ name }) => name))).toEqual(new Set([text]));

    const other = await new RssParser().parseString(xml);
    expect([other.title, other.description]).toEqual([title, description]);
    expect(other.items[0]).toMatchObject({
      title: text,
      creator: text,
      categories: [{ _: text, $: { domain } }],
    });

    const { items: [third] = [], ...given } = feedMe(xml);
    expect([given.title, given.description]).toEqual([title, description]);
    expect(third).toMatchObject({ title: text, category: { text, domain } });
  });

  test('RSS describes an item in HTML that shows the text', async () => {
    const xml = read(`${folder}rss.xml`);
    const first = parseRssFeed(xml).items?.[0];
    const { items } = await new RssParser().parseString(xml);
    const [third] = feedMe(xml).items;
    for (const html of [first?.description, items[0]?.content, third?.description as string])
      expect(shownBy(html)).toEqual([text]);
    expect(shownBy(first?.content?.encoded)).toContain(text);
  });

  test('Atom keeps every text unchanged', async () => {
    const xml = read(`${folder}atom.xml`);
    const { entries: [entry] = [], ...feed } = parseAtomFeed(xml);
    expect([feed.title, feed.subtitle]).toEqual([{ value: title }, { value: description }]);
    expect(feed.authors).toEqual([{ name: text }]);
    expect(entry).toMatchObject({ title: { value: text }, summary: { value: text } });
    expect(entry?.authors).toEqual([{ name: text }]);
    expect(entry?.categories).toEqual([{ term: text, scheme: domain }]);
    expect(entry?.content?.type).toBe('html');
    expect(shownBy(entry?.content?.value)).toContain(text);

    const other = await new RssParser().parseString(xml);
    expect(other.items[0]).toMatchObject({ title: text, summary: text, author: text });
    expect(feedMe(xml).items[0]).toMatchObject({ title: text, summary: text });
  });

  test('JSON Feed keeps every text unchanged', () => {
    const { items: [item] = [], ...feed } = parseJsonFeed(read(`${folder}feed.json`));
    expect(feed).toMatchObject({ title, description, authors: [{ name: text }] });
    expect(item).toMatchObject({ title: text, summary: text, tags: [text] });
    expect(item?.authors).toEqual([{ name: text }]);
    expect(shownBy(item?.content_html)).toContain(text);
  });
});

test('the feed of the roadmap keeps every text unchanged, and describes items in HTML', () => {
  const { items: [item] = [], ...channel } = parseRssFeed(read('roadmap/rss.xml'));
  expect([channel.title, channel.description]).toEqual([`${text} Roadmap`, `${text} Roadmap`]);
  expect(item?.title).toBe(`${text}: ${text}`);
  expect(item?.categories).toEqual([{ name: text, domain }]);
  expect(shownBy(item?.description)).toEqual([text]);
  expect(shownBy(item?.content?.encoded)).toContain(text);
});

test('OPML has the title of every feed', () => {
  const { head, body } = parseOpml(read('feeds.opml'));
  expect(head?.title).toBe(`${text} Changelog`);
  const outlines = body?.outlines?.flatMap((one) => one.outlines ?? [one]) ?? [];
  const expected = [
    ...titles.map(([, title]) => title),
    ...[`${text} Roadmap`, `${text}: Roadmap activity`],
    ...Array(2).fill(`${text} Roadmap: ${text}`),
  ].sort();
  expect(outlines.map((one) => one.text).sort()).toEqual(expected);
  expect(outlines.map((one) => one.title).sort()).toEqual(expected);
});

test('the sitemap keeps an address that XML has to escape', async () => {
  const urls = createUrls('https://example.com', '/a&b/');
  const path = paths.release(`x'"<>]]>&amp;`);
  const [url] = parseXml(await sitemap([{ path, lastModified: undefined }], urls)).children;
  expect(url?.children[0]?.text).toBe(new URL(urls.absolute(path)).href);
});

/** The texts that HTML shows. Fails on elements other than those that items themselves use. */
function shownBy(html: string | undefined): string[] {
  const texts: string[] = [];
  visit(fromParse5(parseFragment(html ?? '')), (node) => {
    if (node.type === 'text') texts.push(node.value);
    if (node.type === 'element') expect(['h2', 'ul', 'li', 'a']).toContain(node.tagName);
  });
  return texts;
}

function feedMe(xml: string) {
  const parser = new FeedMe(true);
  parser.end(xml);
  const feed = parser.done();
  if (!feed) throw new Error('not a feed');
  return feed;
}
