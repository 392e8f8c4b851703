import { expect, test } from 'vitest';
import { shared } from '../../../src/features/search/shared.ts';

test('makes once what several ask for, and anew when all have had it', async () => {
  let made = 0;
  const ask = shared(async () => {
    made += 1;
    return made;
  }, 2);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect([await ask(), await ask(), await ask()]).toEqual([2, 2, 3]);
});
