import { expect, test } from 'vitest';
import { readSearch, searchState, writeSearch } from '../../../src/features/search/search-state.ts';

test('writes the non-empty fields of the form into the query string, in a fixed order', () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ year: '2026', label: '', q: '  dark mode ' }))
    form.set(name, value);
  expect(writeSearch(searchState(form))).toBe('?q=dark+mode&year=2026');
  expect(writeSearch(searchState(new FormData()))).toBe('');
});

test('reads the form’s fields from a query string, and ignores other parameters', () => {
  expect(readSearch('?year=2026&utm_source=mail&q=dark+mode')).toEqual([
    ['q', 'dark mode'],
    ['year', '2026'],
  ]);
});

test('uses the last value of a repeated parameter', () => {
  expect(readSearch('?q=a&q=b')).toEqual([['q', 'b']]);
});
