import { expect, test } from 'vitest';
import { nextWindow, type Window } from '../../../../src/sync/read/windows/read-back.ts';

/** Rows r0, r1 and so on with these creation times. */
const rows = (...created: (number | undefined)[]) =>
  created.map((one, index) => ({ id: `r${index}`, created: one }));
const window = (over: Partial<Window>): Window => ({
  before: Number.POSITIVE_INFINITY,
  rows: [],
  state: 'full',
  repeatedIds: new Set(),
  ...over,
});

test('continues from one millisecond after the oldest row', () => {
  expect(nextWindow(window({ rows: rows(9, 7, 7) }))).toEqual({ kind: 'older', before: 8 });
});

test('ends at a window that is not full', () => {
  const asked = { before: 10, again: new Set(['r0']), state: 'complete' } as const;
  expect(nextWindow(window({ ...asked, rows: rows(9, 7) }))).toEqual({ kind: 'none' });
});

test('reports a window that is full of a single millisecond, and continues before it', () => {
  const crowded = { kind: 'crowded', before: 7 };
  expect(nextWindow(window({ rows: rows(7, 7, 7) }))).toEqual(crowded);
  const others = new Set(['not shown this time']);
  expect(nextWindow(window({ before: 8, rows: rows(7, 7), repeatedIds: others }))).toEqual(crowded);
});

test.each<[string, Partial<Window>]>([
  ['is in another order', { rows: rows(7, 9, 5) }],
  ['is in the opposite order', { rows: rows(5, 7, 9) }],
  ['has a row that does not tell when it was created', { rows: rows(9, undefined, 7) }],
  ['holds what was created at its bound', { before: 9, rows: rows(9, 7) }],
  ['holds what was created after its bound', { before: 8, rows: rows(9, 7) }],
  ['kept changing while it was read', { rows: rows(9, 7), state: 'unsettled' }],
  ['is out of order although it is the last', { before: 10, rows: rows(5, 7), state: 'complete' }],
  [
    'lacks what was seen before',
    { before: 10, rows: rows(9, 7), repeatedIds: new Set(['r0', 'x']) },
  ],
  [
    'is empty, and was not',
    { before: 10, rows: [], repeatedIds: new Set(['x']), state: 'complete' },
  ],
  [
    'lacks the millisecond that was seen',
    { before: 10, rows: rows(7, 7), repeatedIds: new Set(['x']) },
  ],
  ['has no id to know its oldest row by', { rows: [{ created: 9 }, { created: 7 }] }],
])('does not trust a window that %s', (_what, over) => {
  expect(nextWindow(window(over))).toEqual({ kind: 'untrusted' });
});
