import { expect, test } from 'vitest';
import { rowTags } from '../../../src/features/filters/match-row.ts';
import type { FilterKind } from '../../../src/model/content/filter-kinds.ts';

const speed = { kind: 'label' as const, slug: 'speed', name: 'Speed', look: 'tag c-1' };
const options = {
  find: (kind: FilterKind, slug: string) =>
    kind === speed.kind && slug === speed.slug ? speed : undefined,
};

test('a match shows the slugs of labels that the page does not offer', () => {
  const tags = rowTags({ project: ['app'], label: ['speed', 'rare'] }, options, 'en');
  expect(tags.map(({ name, look }) => [name, look])).toEqual([
    ['app', ''],
    ['Speed', 'tag c-1'],
    ['rare', ''],
  ]);
});

test('a match counts the labels that it does not show', () => {
  const label = Array.from({ length: 8 }, (_, n) => `l-${n}`);
  expect(rowTags({ project: [], label }, options, 'en').at(-1)).toEqual({ name: '+2', look: '' });
});
