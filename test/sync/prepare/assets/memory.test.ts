import { expect, test } from 'vitest';
import { memoryOf } from '../../start-mirror.ts';

test('an entry is due if nothing is remembered about it, but not if it has nothing to request', () => {
  const memory = memoryOf({ missing: { 'releases/a': [{ key: 'x', note: 'left out' }] } });
  expect(memory.isDue('releases/a')).toBe(false);
  expect(memory.isDue('releases/constructor')).toBe(true);
});
