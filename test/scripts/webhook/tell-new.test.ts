import { expect, test } from 'vitest';
import { reportNewNotes } from '../../../scripts/webhook/runs.ts';

test('tells of each title once, and again when it had gone meanwhile', () => {
  const told: (readonly string[])[] = [];
  const tell = reportNewNotes((titles) => told.push(titles));
  tell(['一', '二']);
  tell(['一', '二']);
  tell(['二', '三']);
  tell(['一', '三']);
  expect(told).toEqual([['一', '二'], ['三'], ['一']]);
});
