import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../../src/config/site-config.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { archivePages, archives } from '../../../src/site/releases/archives.ts';
import { monthGroups, monthLinks } from '../../../src/site/releases/months.ts';
import { listed } from '../listed.ts';
import { siteContext } from '../site.ts';

const german = stringsFor('de');

const released = (...days: string[]) =>
  days.map((day) => listed(day, { released_at: `2026-${day}T12:00:00.000Z` }));
const linksOf = (releases: ReturnType<typeof released>, pageSize: number, site = siteContext()) => {
  const year = archives(releases, site).find(({ kind }) => kind === 'year');
  return year ? monthLinks(archivePages(year, pageSize), year.path, site) : [];
};

test('counts the releases of each month, and links to the month', () => {
  const releases = released('01-05', '01-06', '02-01', '03-01', '03-02', '03-03');
  expect(linksOf(releases, 2)).toEqual([
    { name: 'March', count: '3 releases', href: '/notes/2026/#2026-03' },
    { name: 'February', count: '1 release', href: '/notes/2026/page/2/#2026-02' },
    { name: 'January', count: '2 releases', href: '/notes/2026/page/1/#2026-01' },
  ]);
});

test('links to the page with the month’s newest release if the month spans two pages', () => {
  const releases = released('02-01', '02-02', '02-03', '03-01', '03-02', '03-03');
  expect(linksOf(releases, 2).map(({ href }) => href)).toEqual([
    '/notes/2026/#2026-03',
    '/notes/2026/page/2/#2026-02',
  ]);
});

test('uses the site’s language and time zone', () => {
  const config = parseSiteConfig({ locale: 'de', timeZone: 'Asia/Tokyo' }, 'site.config.ts');
  const site = siteContext({ config, strings: german });
  const releases = [listed('a', { released_at: '2026-02-28T15:00:00.000Z' })];
  expect(linksOf(releases, 20, site)).toEqual([
    { name: 'März', count: '1 Eintrag', href: '/notes/2026/#2026-03' },
  ]);
});

test('gives every month of a page an anchor, independent of other pages', () => {
  const parts = monthGroups(
    released('03-02', '03-01', '01-05'),
    (release) => release,
    'month',
    siteContext(),
  );
  expect(parts.map(({ id, name, items }) => [id, name, items.map((one) => one.id)])).toEqual([
    ['2026-03', 'March', ['03-02', '03-01']],
    ['2026-01', 'January', ['01-05']],
  ]);
});
