import { expect, test } from 'vitest';
import { createFollowUp } from '../../../scripts/webhook/runs.ts';

/** After which of these runs another one is asked for, by how many pictures each put off. */
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

test('asks for runs until every picture had its turn', () => {
  expect(asks(0, 220, 212, 4, 0, 0)).toEqual([false, true, true, true, false, false]);
});

test('asks for no more where a run leaves as many as the one before', () => {
  expect(asks(220, 220, 225, 224)).toEqual([true, false, false, true]);
});
