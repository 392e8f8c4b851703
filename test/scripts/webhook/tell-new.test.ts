import { expect, test } from 'vitest';
import { reportNewNotes } from '../../../scripts/webhook/runs.ts';

test('reports each title once, and again after it was absent', () => {
  const told: (readonly string[])[] = [];
  const tell = reportNewNotes((titles) => told.push(titles));
  tell(['一', '二']);
  tell(['一', '二']);
  tell(['二', '三']);
  tell(['一', '三']);
  expect(told).toEqual([['一', '二'], ['三'], ['一']]);
});
