import { expect, test } from 'vitest';
import { archivePagesOf } from '../../../../src/site/feeds/archive-pages.ts';
import { releaseItem } from '../../../../src/site/releases/feeds/release-item.ts';
import { newestFirst } from '../../../../src/site/releases/timeline.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from '../../feeds/parse-xml.ts';
import { documentsOf, writtenOf } from '../../feeds/sources.ts';
import { checkJsonFeed, checkXml } from '../../feeds/validators.ts';
import { siteContext } from '../../site.ts';

/** `r-1` to `r-<count>`, one per day; every tenth one is a pre-release. */
const releases = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    releaseEntry(`r-${index + 1}`, {
      released_at: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
      is_pre_release: index % 10 === 0,
      project: 'p-web',
      labels: ['l-speed'],
    }),
  );
const idsOf = (xml: string | undefined) =>
  childrenOf(parseXml(xml ?? ''), 'entry').map((entry) => textOf(entry, 'id')?.split('/').at(-1));
const linkOf = (feed: XmlElement, rel: string) =>
  childrenOf(feed, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href;

test('contains the newest fifty releases, or as many as the site asks for', async () => {
  const written = await writtenOf({ releases: releases(120) });
  expect(idsOf(written.get('all/atom.xml'))).toHaveLength(50);
  expect(idsOf(written.get('all/atom.xml'))[0]).toBe('r-120');
  const site = siteContext();
  site.config.feedItems = 7;
  const fewer = await writtenOf({ releases: releases(120), site });
  expect(idsOf(fewer.get('atom.xml'))).toHaveLength(7);
  expect(idsOf(fewer.get('all/atom.xml'))).toHaveLength(7);
  expect(JSON.parse(fewer.get('projects/web/feed.json') ?? '').items).toHaveLength(7);
});

/** The ids that a reader gets by following a feed back to its beginning. */
async function walked(written: Map<string, string>, path: string) {
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
async function paged(written: Map<string, string>, path: string) {
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

test.each([0, 1, 49, 50, 51, 99, 100, 149, 150])('loses none of %d releases', async (count) => {
  const site = siteContext();
  site.config.feedItems = 5;
  const all = releases(count);
  const stable = all.filter((one) => !one.is_pre_release);
  const written = await writtenOf({ releases: all, site });
  expect(await walked(written, 'all/atom.xml')).toEqual(new Set(all.map(({ id }) => id)));
  expect(await walked(written, 'atom.xml')).toEqual(new Set(stable.map(({ id }) => id)));
  expect(await paged(written, 'all/feed.json')).toEqual(new Set(all.map(({ id }) => id)));
  expect(await paged(written, 'feed.json')).toEqual(new Set(stable.map(({ id }) => id)));
});

const archivesIn = (written: Map<string, string>, folder = 'all/') =>
  [...written].filter(([path]) => path.startsWith(`${folder}atom/`));

test.each(['all/', ''])(
  'marks archives of /%satom.xml, and links back from them',
  async (folder) => {
    const written = await writtenOf({ releases: releases(120) });
    const [first] = archivesIn(written, folder).filter(([path]) => path.endsWith('.xml'));
    const archive = parseXml(first?.[1] ?? '');
    expect(childrenOf(archive, 'fh:archive')).toHaveLength(1);
    expect(linkOf(archive, 'current')).toBe(`https://example.com/notes/${folder}atom.xml`);
    const current = parseXml(written.get(`${folder}atom.xml`) ?? '');
    expect(childrenOf(current, 'fh:archive')).toEqual([]);
    expect(textOf(archive, 'id')).toBe(textOf(current, 'id'));
    const ofProject = parseXml(written.get('projects/web/atom.xml') ?? '');
    expect(linkOf(ofProject, 'prev-archive')).toBeUndefined();
  },
);

test('feeds of a project that a burst cuts have archives, as the main feed has', async () => {
  // Sixty releases at once, each with a text that fills a feed with thirty.
  const burst = releases(60).map((one) => ({
    ...one,
    released_at: '2026-02-01T09:00:00.000Z',
    project: 'p-web',
    body: `<p>${'x'.repeat(64_000)}</p>`,
  }));
  const all = [
    ...burst,
    ...releases(60).map((one) => ({
      ...one,
      id: `old-${one.id}`,
      slug: `old-${one.slug}`,
      project: 'p-web',
    })),
  ];
  const written = await writtenOf({ releases: all });
  const ids = new Set(all.map(({ id }) => id));
  expect(await walked(written, 'projects/web/all/atom.xml')).toEqual(ids);
  expect(await paged(written, 'projects/web/all/feed.json')).toEqual(ids);
});

test('never changes an archive document when more is released', async () => {
  const before = archivesIn(await writtenOf({ releases: releases(149) }));
  const after = archivesIn(await writtenOf({ releases: releases(260) }));
  expect(before.length).toBeGreaterThan(0);
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.slice(-before.length)).toEqual(before);
});

test('changes at most two archive pages when an old release is removed', async () => {
  const all = releases(400);
  const before = new Map(archivesIn(await writtenOf({ releases: all })));
  const without = new Map(archivesIn(await writtenOf({ releases: all.toSpliced(20, 1) })));
  const same = [...before].filter(([path, text]) => without.get(path) === text);
  expect(before.size).toBeGreaterThan(10);
  expect(same.length).toBeGreaterThanOrEqual(before.size - 4);
});

test('puts the archives with one name into one group, so that one process reads their releases', () => {
  const documents = [...documentsOf({ releases: releases(400) }).values()];
  const archives = documents.filter(({ path }) => path.includes('atom/'));
  const byName = Map.groupBy(archives, ({ path }) => path.replace(/.*\/|\.\w+$/g, ''));
  expect(byName.size).toBeGreaterThan(4);
  for (const [name, all] of byName)
    expect(new Set(all.map(({ group }) => group))).toEqual(new Set([name]));
  const shared = [...byName.values()].filter((all) => all.length === 4);
  expect(shared.length).toBeGreaterThan(2);
});

test('makes the item of each release once, however many documents contain it', async () => {
  let reads = 0;
  const counted = releases(120).map((one) => {
    const get = () => {
      reads += 1;
      return [];
    };
    return Object.defineProperty({ ...one }, 'contributors', { get });
  });
  const documents = documentsOf({ releases: counted });
  reads = 0;
  for (const { write } of documents.values()) await write();
  const readsOfDocuments = reads;
  for (const one of counted) releaseItem(one, siteContext());
  expect(readsOfDocuments).toBeGreaterThan(0);
  expect(reads).toBe(2 * readsOfDocuments);
});

/** `at-1` to `at-<count>`, all released at the same time. */
const atOnce = (count: number, released_at: string) =>
  Array.from({ length: count }, (_, index) =>
    releaseEntry(`at-${index + 1}`, {
      released_at,
      project: 'p-web',
      labels: ['l-speed'],
      changes: [{ type: 'new', html: 'x' }],
    }),
  );
const itemsIn = (written: Map<string, string>, folder: string) => ({
  rss: written.get(`${folder}rss.xml`)?.match(/<item>/g)?.length,
  atom: idsOf(written.get(`${folder}atom.xml`)).length,
  json: JSON.parse(written.get(`${folder}feed.json`) ?? '').items.length,
});
const folders = ['', 'all/', 'projects/web/', 'labels/speed/', 'types/new/'];

test.each(folders)(
  'contains all of 60 releases that were published at once, in /%s',
  async (folder) => {
    const site = siteContext();
    site.workspace.change_types = [{ slug: 'new', title: 'New', color: null }];
    const published = atOnce(60, '2026-02-01T09:00:00.000Z');
    const written = await writtenOf({ releases: [...published, ...releases(20)], site });
    expect(itemsIn(written, folder)).toEqual({ rss: 60, atom: 60, json: 60 });
  },
);

test('contains what was released less than seven days before the newest', async () => {
  const site = siteContext();
  site.config.feedItems = 1;
  const at = (id: string, released_at: string) => releaseEntry(id, { released_at });
  const written = await writtenOf({
    releases: [
      at('newest', '2026-03-08T09:00:00.000Z'),
      at('within', '2026-03-01T09:00:00.001Z'),
      at('before', '2026-03-01T09:00:00.000Z'),
    ],
    site,
  });
  expect(idsOf(written.get('atom.xml'))).toEqual(['newest', 'within']);
});

test('contains at most 500 items, and links to the others', async () => {
  const published = atOnce(510, '2026-02-01T09:00:00.000Z');
  const written = await writtenOf({ releases: published });
  expect(itemsIn(written, '')).toEqual({ rss: 500, atom: 500, json: 500 });
  expect((await walked(written, 'atom.xml')).size).toBe(510);
  expect((await paged(written, 'feed.json')).size).toBe(510);
});

test('has feeds of at most 2 MB, and loses no release with a long text', async () => {
  const body = `<p>${'x'.repeat(60_000)}</p>`;
  const heavy = releases(60).map((one) => ({ ...one, body }));
  const written = await writtenOf({ releases: heavy });
  for (const [path, text] of written)
    if (/(?:rss|atom|feed)\.(?:xml|json)$/.test(path))
      expect(Buffer.byteLength(text), path).toBeLessThanOrEqual(2_000_000);
  const { rss, atom, json } = itemsIn(written, 'all/');
  for (const count of [rss, atom, json]) expect(count).toBeGreaterThan(10);
  expect(json).toBeLessThan(50);
  expect(idsOf(written.get('all/atom.xml'))[0]).toBe('r-60');
  expect((await walked(written, 'all/atom.xml')).size).toBe(60);
  expect((await walked(written, 'atom.xml')).size).toBe(54);
  expect((await paged(written, 'all/feed.json')).size).toBe(60);
});

test('keeps the archives of long texts when more is released', () => {
  const heavy = releases(400).map((one) => ({ ...one, textBytes: 60_000 }));
  const pagesOf = (all: typeof heavy) => archivePagesOf(newestFirst(all)).archivePages;
  const [before, after] = [pagesOf(heavy.slice(0, 300)), pagesOf(heavy)];
  expect(before.length).toBeGreaterThan(30);
  expect(after.slice(-before.length)).toEqual(before);
});
