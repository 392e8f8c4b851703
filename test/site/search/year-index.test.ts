import { expect, test } from 'vitest';
import type { YearIndex } from '../../../src/site/search/index-options.ts';
import { yearIndex } from '../../../src/site/search/year-index.ts';
import { releaseEntry } from '../../support/entries.ts';
import { siteContext } from '../site.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const entries = [
  releaseEntry('old', { released_at: day(1), changes: [{ type: 'new', html: 'x' }] }),
  releaseEntry('new', { released_at: day(9), project: 'p-web', labels: ['l-speed', 'gone'] }),
];

test('is the same, byte for byte, in whatever order the releases come', () => {
  const index = yearIndex(entries, siteContext());
  expect(yearIndex(entries.toReversed(), siteContext())).toBe(index);
});

test('tells of each release what results show and filters ask, newest first', () => {
  const { releases, types }: YearIndex = JSON.parse(yearIndex(entries, siteContext()));
  expect(releases).toEqual([
    {
      href: '/notes/releases/new/',
      title: 'Title of new',
      version: null,
      date: { iso: day(9), text: '9 January 2026' },
      project: { slug: 'web', name: 'Web' },
      labels: ['speed'],
    },
    expect.objectContaining({ href: '/notes/releases/old/', project: null, labels: [] }),
  ]);
  expect(Object.keys(types)).toEqual(['new']);
});

test('moves with nothing but its own releases and what they refer to', () => {
  const site = siteContext();
  const more = { id: 'l-more', slug: 'more', name: 'More', color: null };
  const labels = new Map([...site.labels, [more.id, more]]);
  expect(yearIndex(entries, { ...site, labels })).toBe(yearIndex(entries, site));
});
