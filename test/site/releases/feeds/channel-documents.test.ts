import { expect, test } from 'vitest';
import type { ReleaseEntry } from '../../../../src/model/content/content.ts';
import { archivePagesOf } from '../../../../src/site/feeds/archive-pages.ts';
import { releaseItem } from '../../../../src/site/releases/feeds/release-item.ts';
import { newestFirst } from '../../../../src/site/releases/timeline.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { childrenOf, parseXml, textOf } from '../../feeds/parse-xml.ts';
import { documentsOf, writtenOf } from '../../feeds/sources.ts';
import { siteContext } from '../../site.ts';
import {
  atOnce,
  idsOf,
  itemsIn,
  linkOf,
  longTexts,
  losesNone,
  mainFeedsOf,
  releases,
  writtenAt,
} from './many-releases.ts';

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

test.each([0, 1, 51, 100])('loses none of %d releases', losesNone);

const archivesOf = (all: ReleaseEntry[]) => writtenAt(/^all\/atom\//, { releases: all });

test.each(['all/', ''])(
  'marks archives of /%satom.xml, and links back from them',
  async (folder) => {
    const written = await writtenOf({ releases: releases(120) });
    const isArchive = (path: string) => path.startsWith(`${folder}atom/`) && path.endsWith('.xml');
    const archive = parseXml([...written].find(([path]) => isArchive(path))?.[1] ?? '');
    expect(childrenOf(archive, 'fh:archive')).toHaveLength(1);
    expect(linkOf(archive, 'current')).toBe(`https://example.com/notes/${folder}atom.xml`);
    const current = parseXml(written.get(`${folder}atom.xml`) ?? '');
    expect(childrenOf(current, 'fh:archive')).toEqual([]);
    expect(textOf(archive, 'id')).toBe(textOf(current, 'id'));
    const ofProject = parseXml(written.get('projects/web/atom.xml') ?? '');
    expect(linkOf(ofProject, 'prev-archive')).toBeUndefined();
  },
);

test('never changes an archive document when more is released', async () => {
  const before = [...(await archivesOf(releases(149)))];
  const after = [...(await archivesOf(releases(260)))];
  expect(before.length).toBeGreaterThan(0);
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.slice(-before.length)).toEqual(before);
});

test('changes at most two archive pages when an old release is removed', async () => {
  const all = releases(400);
  const [before, without] = [await archivesOf(all), await archivesOf(all.toSpliced(20, 1))];
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

const folders = ['', 'all/', 'projects/web/', 'labels/speed/', 'types/new/'];

test.each(folders)(
  'contains all of 60 releases that were published at once, in /%s',
  async (folder) => {
    const site = siteContext();
    site.workspace.change_types = [{ slug: 'new', title: 'New', color: null }];
    const published = atOnce(60, '2026-02-01T09:00:00.000Z');
    const all = [...published, ...releases(20)];
    const paths = new RegExp(`^${folder}(?:rss|atom|feed)\\.`);
    const written = await writtenAt(paths, { releases: all, site });
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

test('contains at most 500 items', async () => {
  const written = await mainFeedsOf(atOnce(510, '2026-02-01T09:00:00.000Z'));
  expect(itemsIn(written, '')).toEqual({ rss: 500, atom: 500, json: 500 });
});

test('has feeds of at most 2 MB', async () => {
  const written = await mainFeedsOf(longTexts());
  for (const [path, text] of written)
    expect(Buffer.byteLength(text), path).toBeLessThanOrEqual(2_000_000);
  const { rss, atom, json } = itemsIn(written, 'all/');
  for (const count of [rss, atom, json]) expect(count).toBeGreaterThan(10);
  expect(json).toBeLessThan(50);
  expect(idsOf(written.get('all/atom.xml'))[0]).toBe('r-60');
});

test('keeps the archives of long texts when more is released', () => {
  const heavy = releases(400).map((one) => ({ ...one, textBytes: 60_000 }));
  const pagesOf = (all: typeof heavy) => archivePagesOf(newestFirst(all)).archivePages;
  const [before, after] = [pagesOf(heavy.slice(0, 300)), pagesOf(heavy)];
  expect(before.length).toBeGreaterThan(30);
  expect(after.slice(-before.length)).toEqual(before);
});
