import { expect, test } from 'vitest';
import { writtenOf } from '../../feeds/sources.ts';
import { atOnce, longTexts, losesNone, paged, releases, walked } from './many-releases.ts';

test.each([49, 50, 99, 149, 150])('loses none of %d releases', losesNone);

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

test('links from a feed of 500 items to the others', async () => {
  const written = await writtenOf({ releases: atOnce(510, '2026-02-01T09:00:00.000Z') });
  expect((await walked(written, 'atom.xml')).size).toBe(510);
  expect((await paged(written, 'feed.json')).size).toBe(510);
});

test('has feeds of at most 2 MB, and loses no release with a long text', async () => {
  const written = await writtenOf({ releases: longTexts() });
  for (const [path, text] of written)
    if (/(?:rss|atom|feed)\.(?:xml|json)$/.test(path))
      expect(Buffer.byteLength(text), path).toBeLessThanOrEqual(2_000_000);
  expect((await walked(written, 'all/atom.xml')).size).toBe(60);
  expect((await walked(written, 'atom.xml')).size).toBe(54);
  expect((await paged(written, 'all/feed.json')).size).toBe(60);
});
