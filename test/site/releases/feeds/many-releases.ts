import { expect } from 'vitest';
import type { ReleaseEntry } from '../../../../src/model/content/content.ts';
import { documents } from '../../../../src/pages/_all-documents.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from '../../feeds/parse-xml.ts';
import { type Given, writtenOf } from '../../feeds/sources.ts';
import { checkJsonFeed, checkXml } from '../../feeds/validators.ts';
import { siteContext } from '../../site.ts';

/** `r-1` to `r-<count>`, one per day; every tenth one is a pre-release. */
export const releases = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    releaseEntry(`r-${index + 1}`, {
      released_at: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
      is_pre_release: index % 10 === 0,
      project: 'p-web',
      labels: ['l-speed'],
    }),
  );

export const idsOf = (xml: string | undefined) =>
  childrenOf(parseXml(xml ?? ''), 'entry').map((entry) => textOf(entry, 'id')?.split('/').at(-1));

export const linkOf = (feed: XmlElement, rel: string) =>
  childrenOf(feed, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href;

/** The ids that a reader gets by following a feed back to its beginning. */
export async function walked(written: Map<string, string>, path: string) {
  let address: string | undefined = `https://example.com/notes/${path}`;
  const seen = new Set<string | undefined>();
  while (address) {
    const xml: string = written.get(address.replace('https://example.com/notes/', '')) ?? '';
    checkXml(xml, 'atom');
    for (const id of idsOf(xml)) seen.add(id);
    expect(linkOf(parseXml(xml), 'self')).toBe(address);
    address = linkOf(parseXml(xml), 'prev-archive');
  }
  return seen;
}

/** The ids that a reader gets by following the `next_url` of a JSON Feed. */
export async function paged(written: Map<string, string>, path: string) {
  let address: string | undefined = `https://example.com/notes/${path}`;
  const seen = new Set<string | undefined>();
  while (address) {
    const json: string = written.get(address.replace('https://example.com/notes/', '')) ?? '';
    checkJsonFeed(json);
    const { items, next_url, feed_url } = JSON.parse(json);
    for (const { id } of items) seen.add(id.split('/').at(-1));
    expect(feed_url).toBe(`https://example.com/notes/${path}`);
    address = next_url;
  }
  return seen;
}

export async function losesNone(count: number): Promise<void> {
  const site = siteContext();
  site.config.feedItems = 5;
  const all = releases(count);
  const stable = all.filter((one) => !one.is_pre_release);
  const written = await writtenAt(/^(?:all\/)?(?:atom|feed)/, { releases: all, site });
  expect(await walked(written, 'all/atom.xml')).toEqual(new Set(all.map(({ id }) => id)));
  expect(await walked(written, 'atom.xml')).toEqual(new Set(stable.map(({ id }) => id)));
  expect(await paged(written, 'all/feed.json')).toEqual(new Set(all.map(({ id }) => id)));
  expect(await paged(written, 'feed.json')).toEqual(new Set(stable.map(({ id }) => id)));
}

/** Sixty releases with texts of 60 kB. */
export const longTexts = () =>
  releases(60).map((one) => ({ ...one, body: `<p>${'x'.repeat(60_000)}</p>` }));

/** Writes only the documents whose paths match. */
export const writtenAt = (paths: RegExp, given: Given) =>
  writtenOf(given, (core) => documents(core).filter(({ path }) => paths.test(path)));

/** The feeds of all releases and of those without pre-releases, without their archives. */
export const mainFeedsOf = (all: ReleaseEntry[]) =>
  writtenAt(/^(?:all\/)?(?:rss|atom|feed)\.\w+$/, { releases: all });

/** `at-1` to `at-<count>`, all released at the same time. */
export const atOnce = (count: number, released_at: string) =>
  Array.from({ length: count }, (_, index) =>
    releaseEntry(`at-${index + 1}`, {
      released_at,
      project: 'p-web',
      labels: ['l-speed'],
      changes: [{ type: 'new', html: 'x' }],
    }),
  );

/** How many items each feed in a folder has. */
export const itemsIn = (written: Map<string, string>, folder: string) => ({
  rss: written.get(`${folder}rss.xml`)?.match(/<item>/g)?.length,
  atom: idsOf(written.get(`${folder}atom.xml`)).length,
  json: JSON.parse(written.get(`${folder}feed.json`) ?? '').items.length,
});
