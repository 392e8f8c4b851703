import { expect, test } from 'vitest';
import { parseSiteConfig } from '../../../src/config/site-config.ts';
import { filterData } from '../../../src/features/filters/filter-data.ts';
import {
  filterCounts,
  filterRows,
  fitsFilters,
} from '../../../src/features/filters/filter-rows.ts';
import { parseFilters } from '../../../src/features/filters/filter-state.ts';
import { listed } from '../../site/listed.ts';
import { siteContext } from '../../site/site.ts';

const rows = filterRows(
  filterData(
    [
      listed('a', { released_at: '2025-03-01T00:00:00.000Z', labels: ['l-speed'], version: '1.0' }),
      listed('b', { project: 'p-web', labels: ['l-speed', 'l-plain'], types: ['fixed', 'new'] }),
      listed('c', { released_at: '2026-04-01T00:00:00.000Z', is_pre_release: true }),
    ],
    siteContext(),
  ),
);
const matches = (search: string) =>
  rows.filter((row) => fitsFilters(row, parseFilters(search))).map(({ title }) => title.at(-1));

test('contains the fields for lists and filters, newest first', () => {
  expect(rows.map(({ title }) => title)).toEqual(['Title of c', 'Title of b', 'Title of a']);
  expect(rows[1]).toEqual({
    href: '/notes/releases/b/',
    title: 'Title of b',
    day: '2026-01-02',
    version: null,
    slugs: {
      project: ['web'],
      label: ['speed', 'plain'],
      type: ['new', 'fixed'],
      year: ['2026'],
      'pre-release': [],
    },
    hasProjects: false,
  });
});

test('uses the day in the site’s time zone', () => {
  const config = parseSiteConfig({ timeZone: 'Europe/Berlin' }, 'site.config.ts');
  const late = listed('a', { released_at: '2026-12-31T23:30:00.000Z' });
  const [row] = filterRows(filterData([late], siteContext({ config })));
  expect(row).toMatchObject({ day: '2027-01-01', slugs: { year: ['2027'] } });
});

test('skips unknown projects, labels and types', () => {
  const odd = listed('a', { project: 'gone', labels: ['gone'], types: ['gone'] });
  const [row] = filterRows(filterData([odd], siteContext()));
  expect(row?.slugs).toMatchObject({ project: [], label: [], type: [] });
});

test.each([
  ['', ['c', 'b', 'a']],
  ['?label=speed', ['b', 'a']],
  ['?label=speed&label=plain', ['b', 'a']],
  ['?label=speed&year=2025', ['a']],
  ['?project=web&type=fixed&year=2026', ['b']],
  ['?pre-release=only', ['c']],
  ['?project=web&pre-release=only', []],
  ['?label=gone', []],
])('a match needs one value of each kind: %s', (search, found) => {
  expect(matches(search)).toEqual(found);
});

test('counts the matches of each option under the filters of other kinds', () => {
  const counts = filterCounts(rows, parseFilters('?year=2026'));
  expect(Object.fromEntries(counts.label)).toEqual({ speed: 1, plain: 1 });
  expect(Object.fromEntries(counts.year)).toEqual({ 2026: 2, 2025: 1 });
});
