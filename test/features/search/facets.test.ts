import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../../src/config/site-config.ts';
import { searchFacets } from '../../../src/features/search/facets.ts';
import type { ReleaseSummary } from '../../../src/model/content/content.ts';
import type { SiteContext } from '../../../src/site/base/context.ts';
import { archives } from '../../../src/site/releases/archives.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const facetsOf = (releases: ReleaseSummary[], site: SiteContext) =>
  searchFacets(archives(releases, site), site);

test('offers only values that releases have', () => {
  const releases = [
    releaseEntry('a', { released_at: '2024-05-05T00:00:00.000Z', labels: ['l-speed', 'l-plain'] }),
    releaseEntry('b', { released_at: '2026-05-05T00:00:00.000Z', labels: ['l-speed'] }),
  ];
  const { year, project, type, label } = facetsOf(releases, siteContext());
  expect(year).toEqual([
    { slug: '2026', name: '2026', href: '/notes/2026/' },
    { slug: '2024', name: '2024', href: '/notes/2024/' },
  ]);
  expect(project).toEqual([]);
  expect(type.map(({ slug }) => slug)).toEqual(['new', 'fixed']);
  expect(label.map(({ href }) => href)).toEqual(['/notes/labels/plain/', '/notes/labels/speed/']);
});

test('counts years in the time zone of the site', () => {
  const releases = [releaseEntry('a', { released_at: '2025-12-31T23:30:00.000Z' })];
  const config = parseSiteConfig({ timeZone: 'Europe/Berlin' }, 'site.config.ts');
  expect(facetsOf(releases, siteContext({ config })).year[0]?.slug).toBe('2026');
});
