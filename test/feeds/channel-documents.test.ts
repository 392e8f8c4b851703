import { expect, test } from 'vitest';
import { siteContext } from '../site/site.ts';
import { releaseEntry } from '../support/entries.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from './parse-xml.ts';
import { documentsOf, writtenOf } from './sources.ts';
import { checkXml } from './validators.ts';

/** `r-1` to `r-<count>`, one a day; every tenth is a pre-release. */
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

test('holds the newest fifty, or as many as the site asks for', async () => {
  const written = await writtenOf({ releases: releases(120) });
  expect(idsOf(written.get('all/atom.xml'))).toHaveLength(50);
  expect(idsOf(written.get('all/atom.xml'))[0]).toBe('r-120');
  const site = siteContext();
  site.config.feedItems = 7;
  const fewer = await writtenOf({ releases: releases(120), site });
  expect(idsOf(fewer.get('atom.xml'))).toHaveLength(7);
  expect(JSON.parse(fewer.get('projects/web/feed.json') ?? '').items).toHaveLength(7);
});

test.each([0, 1, 49, 50, 51, 99, 100, 149, 150])('loses none of %d releases', async (count) => {
  const site = siteContext();
  site.config.feedItems = 5;
  const written = await writtenOf({ releases: releases(count), site });
  let address: string | undefined = 'https://example.com/notes/all/atom.xml';
  const seen = new Set<string | undefined>();
  while (address) {
    const xml: string = written.get(address.replace('https://example.com/notes/', '')) ?? '';
    checkXml(xml, 'atom');
    for (const id of idsOf(xml)) seen.add(id);
    expect(linkOf(parseXml(xml), 'self')).toBe(address);
    address = linkOf(parseXml(xml), 'prev-archive');
  }
  expect([...seen].sort()).toEqual(
    releases(count)
      .map(({ id }) => id)
      .sort(),
  );
});

const archivesIn = (written: Map<string, string>) =>
  [...written].filter(([path]) => path.startsWith('all/atom/'));

test('marks archive documents, and leads from them to what is current', async () => {
  const written = await writtenOf({ releases: releases(120) });
  const archive = parseXml(archivesIn(written)[0]?.[1] ?? '');
  expect(childrenOf(archive, 'fh:archive')).toHaveLength(1);
  expect(linkOf(archive, 'current')).toBe('https://example.com/notes/all/atom.xml');
  const current = parseXml(written.get('all/atom.xml') ?? '');
  expect(childrenOf(current, 'fh:archive')).toEqual([]);
  expect(textOf(archive, 'id')).toBe(textOf(current, 'id'));
  expect(linkOf(parseXml(written.get('atom.xml') ?? ''), 'prev-archive')).toBeUndefined();
});

test('never changes an archive document when more is released', async () => {
  const before = archivesIn(await writtenOf({ releases: releases(149) }));
  const after = archivesIn(await writtenOf({ releases: releases(260) }));
  expect(before.length).toBeGreaterThan(0);
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.slice(-before.length)).toEqual(before);
});

test('keeps all archive documents but one or two when an old release goes or comes', async () => {
  const all = releases(400);
  const before = new Map(archivesIn(await writtenOf({ releases: all })));
  const without = new Map(archivesIn(await writtenOf({ releases: all.toSpliced(20, 1) })));
  const same = [...before].filter(([path, text]) => without.get(path) === text);
  expect(before.size).toBeGreaterThan(5);
  expect(same.length).toBeGreaterThanOrEqual(before.size - 2);
});

test('reads each release once, however many feeds it stands in', async () => {
  const read: string[] = [];
  const documents = documentsOf({ releases: releases(40), reading: (slug) => read.push(slug) });
  const feeds = [...documents.values()].filter(({ path }) => /(?:rss|atom|feed)\.\w+$/.test(path));
  expect(feeds.length).toBeGreaterThan(12);
  for (const { write } of feeds) await write();
  expect(read.sort()).toEqual(
    releases(40)
      .map(({ slug }) => slug)
      .sort(),
  );
});
