import { expect, test } from 'vitest';
import {
  chosenFilters,
  filterQuery,
  parseFilters,
  toggleFilter,
} from '../../../src/features/filters/filter-state.ts';

const queryOf = (search: string) => filterQuery(parseFilters(search));

test.each(['', '?label=api', '?project=web&label=api&label=security&year=2026&pre-release=only'])(
  'reads its own query string back: %s',
  (search) => expect(queryOf(search)).toBe(search),
);

test('normalises order and duplicates', () => {
  expect(queryOf('?year=2026&label=b&label=a&label=b&project=web')).toBe(
    '?project=web&label=b&label=a&year=2026',
  );
});

test('keeps other parameters', () => {
  const state = toggleFilter(parseFilters('?ref=mail&label=api'), 'year', '2026');
  expect(filterQuery(state, '?ref=mail&label=api')).toBe('?ref=mail&label=api&year=2026');
  expect(chosenFilters(parseFilters('?ref=mail'))).toEqual([]);
});

test('sets a filter and removes it again', () => {
  const one = toggleFilter(parseFilters(''), 'label', 'api');
  const two = toggleFilter(one, 'label', 'security');
  expect(filterQuery(two)).toBe('?label=api&label=security');
  expect(filterQuery(toggleFilter(two, 'label', 'api'))).toBe('?label=security');
});
