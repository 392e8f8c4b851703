import { expect, test } from 'vitest';
import { createFollowUp } from '../../../scripts/webhook/runs.ts';

/** For runs that deferred the given numbers of pictures: whether each requests another run. */
function asks(...deferred: number[]): boolean[] {
  let asked = 0;
  const followUp = createFollowUp(() => {
    asked += 1;
  });
  return deferred.map((one) => {
    const before = asked;
    followUp({ deferred: one });
    return asked > before;
  });
}

test('requests runs until no pictures are deferred', () => {
  expect(asks(0, 220, 212, 4, 0, 0)).toEqual([false, true, true, true, false, false]);
});

test('requests no run if a run defers at least as many pictures as the one before', () => {
  expect(asks(220, 220, 225, 224)).toEqual([true, false, false, true]);
});
