import { expect, test } from 'vitest';
import { between } from '../../../src/features/upgrade/between.ts';
import { upgradeNotes } from '../../../src/features/upgrade/upgrade-notes.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';

const step = (version: string, day: string) => ({
  ...{ slug: version, version, title: version, day, document: 0 },
  is_pre_release: false,
});
const notesFrom = (from: string, to: string, steps: ReturnType<typeof step>[]) =>
  upgradeNotes(between(steps, { from, to }), { from, to }, stringsFor('en').upgrade);

const steps = [
  step('7.4.3', '2025-08-02'),
  step('7.0.0', '2025-02-01'),
  step('6.8.5', '2025-08-01'),
  step('6.8.4', '2025-01-30'),
  step('5.2.0', '2024-01-01'),
];

test.each([
  ['5.2.0', '7.0.0'],
  ['7.0.0', '5.2.0'],
])('from %s to %s, names a fix of an older line that is later than the end', (from, to) => {
  expect(notesFrom(from, to, steps)).toContain(
    '7.0.0 was released before 6.8.5, and may lack their changes.',
  );
});

test('says nothing about releases that the end contains', () => {
  expect(notesFrom('5.2.0', '7.4.3', steps)).toBe('');
  expect(notesFrom('5.2.0', '6.8.4', steps)).toBe('');
});

test('names at most five', () => {
  const fixes = [9, 8, 7, 6, 5, 4].map((n) => step(`1.0.${n}`, '2025-05-05'));
  const whole = [step('2.0.0', '2025-01-01'), ...fixes, step('1.0.0', '2024-01-01')];
  expect(notesFrom('1.0.0', '2.0.0', whole)).toBe(
    '2.0.0 was released before 1.0.9, 1.0.8, 1.0.7, 1.0.6, 1.0.5, …, and may lack their changes.',
  );
});
