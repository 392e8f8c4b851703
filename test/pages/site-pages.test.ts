import { expect, test } from 'vitest';
import { sitemaps, sitePages } from '../../src/pages/_site-pages.ts';
import { changedAt, latest } from '../../src/site/base/newest.ts';
import { archives } from '../../src/site/releases/archives.ts';
import { listed } from '../site/listed.ts';
import { siteContext, siteWith } from '../site/site.ts';
import { milestoneEntry, releaseEntry } from '../support/entries.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

test('lists every page once', () => {
  const releases = Array.from({ length: 40 }, (_, n) => releaseEntry(`r-${n}`));
  const found = sitePages(releases, [milestoneEntry('m')], [], siteContext()).map(
    ({ path }) => path,
  );
  expect(found.slice(0, 2)).toEqual(['', 'page/1/']);
  expect(found).toEqual(
    expect.arrayContaining(['releases/r-39/', 'roadmap/', 'roadmap/m/', 'subscribe/']),
  );
  expect(found).toHaveLength(2 + 1 + 40 + 1 + 1 + 1);
  expect(new Set(found).size).toBe(found.length);
});

test('lists changelog, roadmap and subscribe page for empty content', () => {
  expect(sitePages([], [], archives([], siteContext()), siteContext())).toEqual([
    { path: '', lastModified: undefined },
    { path: 'roadmap/', lastModified: undefined },
    { path: 'subscribe/', lastModified: undefined },
  ]);
});

test('lists the board of each project and label, but not the list view', () => {
  const milestones = [milestoneEntry('m', { project: 'p-web', labels: ['l-speed'] })];
  expect(sitePages([], milestones, [], siteContext()).map(({ path }) => path)).toEqual([
    '',
    'roadmap/',
    'roadmap/projects/web/',
    'roadmap/labels/speed/',
    'roadmap/m/',
    'subscribe/',
  ]);
});

test('lists no roadmap pages if the roadmap is off', () => {
  const site = siteWith({ show: { roadmap: false } });
  expect(sitePages([], [milestoneEntry('m')], [], site).map(({ path }) => path)).toEqual([
    '',
    'subscribe/',
  ]);
});

test('has the time of a page’s last change', () => {
  const releases = [
    releaseEntry('a', { released_at: day(1), updated_at: day(9) }),
    releaseEntry('b', { released_at: day(5), updated_at: day(2) }),
  ];
  const milestones = [milestoneEntry('m', { updated_at: day(7) }), milestoneEntry('n')];
  const times = sitePages(releases, milestones, [], siteContext()).map(({ path, lastModified }) => [
    path,
    lastModified,
  ]);
  expect(Object.fromEntries(times)).toEqual({
    '': day(9),
    'releases/': day(9),
    'releases/a/': day(9),
    'releases/b/': day(5),
    'roadmap/': day(7),
    'roadmap/m/': day(7),
    'roadmap/n/': undefined,
    'subscribe/': undefined,
  });
});

test('lists every page of every archive that is not empty, with its newest change', () => {
  const releases = [1, 2, 3, 4].map((n) =>
    listed(`r-${n}`, { released_at: day(n), labels: ['l-speed'] }),
  );
  const all = archives(releases, siteContext());
  const { config } = siteContext();
  const site = siteContext({ config: { ...config, pageSize: 2 } });
  const pages = sitePages(releases, [], all, site).filter(({ path }) => !path.startsWith('rel'));
  expect(pages).toEqual([
    { path: '', lastModified: day(4) },
    { path: 'page/1/', lastModified: day(2) },
    { path: 'labels/speed/', lastModified: day(4) },
    { path: 'labels/speed/page/1/', lastModified: day(2) },
    { path: '2026/', lastModified: day(4) },
    { path: '2026/page/1/', lastModified: day(2) },
    { path: 'roadmap/', lastModified: undefined },
    { path: 'subscribe/', lastModified: undefined },
  ]);
});

test('ignores edits before the release', () => {
  expect(changedAt(releaseEntry('a', { released_at: day(5), updated_at: day(2) }))).toBe(day(5));
});

test('finds the latest of several times', () => {
  expect(latest([undefined, day(2), day(3), undefined, day(1)])).toBe(day(3));
  expect(latest([])).toBeUndefined();
});

test('has a sitemap for the releases of each year, and one for all other pages', () => {
  const { config } = siteContext();
  const site = siteContext({ config: { ...config, timeZone: 'Pacific/Auckland' } });
  const releases = [
    releaseEntry('a', { released_at: '2025-12-31T09:00:00.000Z' }),
    releaseEntry('b', { released_at: '2025-12-31T12:00:00.000Z' }),
    releaseEntry('c', { released_at: '2026-03-01T00:00:00.000Z' }),
  ];
  const found = sitemaps(sitePages(releases, [milestoneEntry('m')], [], site));
  const paths = found.map(({ path, pages }) => [path, pages.map((page) => page.path)]);
  expect(Object.fromEntries(paths)).toEqual({
    'sitemap-0.xml': ['', 'releases/', 'roadmap/', 'roadmap/m/', 'subscribe/'],
    'sitemap-2025.xml': ['releases/a/'],
    'sitemap-2026.xml': ['releases/b/', 'releases/c/'],
  });
  expect(found.map(({ lastModified }) => lastModified)).toContain('2026-03-01T00:00:00.000Z');
});
