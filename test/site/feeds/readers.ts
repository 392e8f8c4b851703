import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extractFromJson, extractFromXml } from '@extractus/feed-extractor';
import FeedMe, { type FeedItem, type FeedObject } from 'feedme';
import FeedParser from 'feedparser';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import RssParser from 'rss-parser';

/** An item as a feed reader understands it. */
export interface ReadItem {
  title: string | undefined;
  link: string | undefined;
  /** ISO 8601. */
  date: string | undefined;
}

/** Parsers that feed readers use, by format. */
export const readers = {
  rss: {
    feedsmith: feedsmithRss,
    'rss-parser': rssParser,
    feedparser,
    extractus: extractusRss,
    feedme: feedmeRss,
  },
  atom: {
    feedsmith: feedsmithAtom,
    'rss-parser': rssParser,
    feedparser,
    extractus: extractusAtom,
    feedme: feedmeAtom,
  },
  json: { feedsmith: feedsmithJson, extractus: extractusJson, feedme: feedmeJson },
} satisfies Record<string, Record<string, (text: string) => Promise<ReadItem[]>>>;

async function feedsmithRss(text: string): Promise<ReadItem[]> {
  const { items = [] } = parseRssFeed(text);
  return items.map(({ title, link, pubDate }) => read(title, link, pubDate));
}

async function feedsmithAtom(text: string): Promise<ReadItem[]> {
  const { entries = [] } = parseAtomFeed(text);
  return entries.map(({ title, links, published }) => {
    const link = links?.find(({ rel }) => rel === 'alternate');
    return read(title?.value, link?.href, published);
  });
}

async function feedsmithJson(text: string): Promise<ReadItem[]> {
  const { items = [] } = parseJsonFeed(text);
  return items.map(({ title, url, date_published }) => read(title, url, date_published));
}

async function rssParser(text: string): Promise<ReadItem[]> {
  const { items } = await new RssParser().parseString(text);
  return items.map(({ title, link, pubDate }) => read(title, link, pubDate));
}

async function feedparser(text: string): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  const parser = Readable.from([text]).pipe(new FeedParser({}));
  for await (const { title, link, pubdate } of parser) items.push(read(title, link, pubdate));
  return items;
}

async function extractusRss(text: string): Promise<ReadItem[]> {
  const { entries = [] } = extractFromXml(text);
  return entries.map(({ title, link, published }) => read(title, link, published));
}

/**
 * This parser reports the time of the last change as `published`, so the feed's own `published` is
 * read separately.
 */
async function extractusAtom(text: string): Promise<ReadItem[]> {
  const getExtraEntryFields = ({ published }: Record<string, unknown>) => ({ first: published });
  const { entries = [] } = extractFromXml(text, { getExtraEntryFields });
  return entries.map(({ title, link, first }) => read(title, link, first as string));
}

async function extractusJson(text: string): Promise<ReadItem[]> {
  const { entries = [] } = extractFromJson(text);
  return entries.map(({ title, link, published }) => read(title, link, published));
}

async function feedmeRss(text: string): Promise<ReadItem[]> {
  const items = await feedme(text);
  return items.map(({ title, link, pubdate }) => read(said(title), said(link), said(pubdate)));
}

async function feedmeAtom(text: string): Promise<ReadItem[]> {
  const items = await feedme(text);
  return items.map(({ title, link, published }) => {
    const links = [link ?? []].flat() as { rel?: string; href?: string }[];
    const page = links.find(({ rel }) => rel === 'alternate');
    return read(said(title), page?.href, said(published));
  });
}

async function feedmeJson(text: string): Promise<ReadItem[]> {
  const items = await feedme(text);
  return items.map(({ title, url, date_published: date }) =>
    read(said(title), said(url), said(date)),
  );
}

/** This parser only reads streams, even for JSON. */
async function feedme(text: string): Promise<FeedItem[]> {
  const parser = new FeedMe(true);
  await pipeline(Readable.from([Buffer.from(text)]), parser);
  return parser.done()?.items ?? [];
}

function said(value: FeedObject | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function read(
  title: string | null | undefined,
  link: string | null | undefined,
  date: string | Date | null | undefined,
): ReadItem {
  const known = date ? new Date(date).toISOString() : undefined;
  return { title: title ?? undefined, link: link ?? undefined, date: known };
}
