import { expect, test } from 'vitest';
import { readSearch, searchState, writeSearch } from '../../../src/features/search/search-state.ts';

test('the address holds what the form holds, in its order, and nothing that is empty', () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ year: '2026', label: '', q: '  dark mode ' }))
    form.set(name, value);
  expect(writeSearch(searchState(form))).toBe('?q=dark+mode&year=2026');
  expect(writeSearch(searchState(new FormData()))).toBe('');
});

test('an address sets the controls that it names, and passes over what is no control', () => {
  expect(readSearch('?year=2026&utm_source=mail&q=dark+mode')).toEqual([
    ['q', 'dark mode'],
    ['year', '2026'],
  ]);
});

test('of a control that an address sets twice, the last counts', () => {
  expect(readSearch('?q=a&q=b')).toEqual([['q', 'b']]);
});
