import { expect, test } from 'vitest';
import { guardRemovals } from '../../src/lib/removal-guard.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

test.each([
  [0, 0],
  [0, 10],
  [1, 2],
  [5, 6],
  [5, 1000],
  [10, 100],
  [100, 1000],
])('allows the removal of %i of %i', (missing, size) => {
  expect(guardRemovals(ids(missing), size, false)).toEqual({ removed: ids(missing), withheld: [] });
});

test.each([
  [1, 1],
  [5, 5],
  [6, 7],
  [6, 59],
  [11, 100],
  [101, 1000],
])('withholds %i of %i', (missing, size) => {
  expect(guardRemovals(ids(missing), size, false)).toEqual({ removed: [], withheld: ids(missing) });
});

test('allows the removal of all if mass deletion is allowed', () => {
  expect(guardRemovals(ids(7), 7, true)).toEqual({ removed: ids(7), withheld: [] });
});
