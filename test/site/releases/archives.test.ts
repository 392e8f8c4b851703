import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../../src/config/site-config.ts';
import type { ReleaseSummary } from '../../../src/model/content/content.ts';
import { archivePages, archives } from '../../../src/site/releases/archives.ts';
import { listed } from '../listed.ts';
import { siteContext } from '../site.ts';

const site = siteContext();
const idsOf = (releases: readonly ReleaseSummary[] = []) => releases.map(({ id }) => id);
const found = (releases: ReleaseSummary[], context = site) =>
  new Map(archives(releases, context).map((archive) => [archive.path, archive]));

test('has an archive for each project, label, type and year, and for pre-releases', () => {
  const all = found([
    listed('a', { released_at: '2025-05-01T00:00:00.000Z', project: 'p-web', types: ['new'] }),
    listed('b', { released_at: '2026-05-01T00:00:00.000Z', labels: ['l-speed', 'l-plain'] }),
    listed('c', { released_at: '2026-06-01T00:00:00.000Z', is_pre_release: true, types: ['new'] }),
  ]);
  expect([...all].map(([path, { releases }]) => [path, idsOf(releases)])).toEqual([
    ['projects/web/', ['a']],
    ['labels/plain/', ['b']],
    ['labels/speed/', ['b']],
    ['types/new/', ['c', 'a']],
    ['types/fixed/', []],
    ['2026/', ['c', 'b']],
    ['2025/', ['a']],
    ['pre-releases/', ['c']],
  ]);
});

test('has empty archives without releases, so that links to them keep working', () => {
  expect([...found([]).keys()]).toEqual([
    ...['projects/web/', 'labels/plain/', 'labels/speed/', 'types/new/', 'types/fixed/'],
    'pre-releases/',
  ]);
});

test('ignores a project, label and type that are not in the tables', () => {
  const all = found([listed('a', { project: 'gone', labels: ['gone'], types: ['gone'] })]);
  expect([...all.keys()].filter((path) => path.includes('gone'))).toEqual([]);
  expect(idsOf(all.get('2026/')?.releases)).toEqual(['a']);
});

test('lists a release with a repeated label once', () => {
  const all = found([listed('a', { labels: ['l-speed', 'l-speed'] })]);
  expect(idsOf(all.get('labels/speed/')?.releases)).toEqual(['a']);
});

test('uses the year in the site’s time zone', () => {
  const atNewYear = [listed('a', { released_at: '2026-12-31T23:30:00.000Z' })];
  expect(found(atNewYear).has('2026/')).toBe(true);
  const config = parseSiteConfig({ timeZone: 'Europe/Berlin' }, 'site.config.ts');
  const years = [...found(atNewYear, siteContext({ config })).keys()].filter((path) =>
    /^\d/.test(path),
  );
  expect(years).toEqual(['2027/']);
});

test('sorts projects and labels by name in the site’s language', () => {
  const names = ['Zebra', 'Äpfel', 'Note 10', 'Note 9', 'apple'];
  const projects = new Map(names.map((name, id) => [name, { id: name, slug: `s-${id}`, name }]));
  const ordered = archives([], siteContext({ projects })).filter(({ kind }) => kind === 'project');
  expect(ordered.map(({ name }) => name)).toEqual(['Äpfel', 'apple', 'Note 9', 'Note 10', 'Zebra']);
});

test('never changes a numbered page when releases are added', () => {
  const releases = Array.from({ length: 30 }, (_, n) =>
    listed(`r-${n}`, { labels: ['l-speed'], released_at: new Date(n * 1e9).toISOString() }),
  );
  const numbered = (count: number) => {
    const archive = found(releases.slice(0, count)).get('labels/speed/');
    return archive ? archivePages(archive, 5).slice(1) : [];
  };
  const before = new Map(numbered(18).map(({ path, items }) => [path, idsOf(items)]));
  const after = new Map(numbered(30).map(({ path, items }) => [path, idsOf(items)]));
  expect([...before.keys()]).toEqual(['labels/speed/page/2/', 'labels/speed/page/1/']);
  for (const [path, ids] of before) expect(after.get(path)).toEqual(ids);
});
