import { expect, test } from 'vitest';
import { readQuery, writeQuery } from '../../../src/site/base/query-state.ts';

const names = ['label', 'year'] as const;

test('reads all values of a name in order, and none for a missing name', () => {
  expect(readQuery('?year=2026&label=b&ref=mail&label=a', names)).toEqual({
    label: ['b', 'a'],
    year: ['2026'],
  });
  expect(readQuery('', names)).toEqual({ label: [], year: [] });
});

test('writes names in the given order, after the rest of the query', () => {
  const state = { year: ['2026'], label: ['b', 'a'] };
  expect(writeQuery(state, names)).toBe('?label=b&label=a&year=2026');
  expect(writeQuery(state, names, '?label=old&ref=mail')).toBe(
    '?ref=mail&label=b&label=a&year=2026',
  );
});

test('writes no question mark if nothing is set', () => {
  expect(writeQuery({ label: [], year: [] }, names, '?label=old')).toBe('');
});

test.each(['ä & b', '50%', 'a+b', '?=#'])('reads what it wrote back: %s', (value) => {
  const state = { label: [value], year: [] };
  expect(readQuery(writeQuery(state, names), names)).toEqual(state);
});
