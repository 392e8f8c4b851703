import { expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../../src/lib/database/unavailable.ts';
import { createWriteQueue } from '../../../src/lib/database/write-queue.ts';
import { manualClock } from '../../support/manual-clock.ts';

const lost = new DatabaseUnavailableError({ why: 'It is gone.', isBusy: false });

test('who waited long behind a write that failed fails with it, and who just came has a try', async () => {
  const clock = manualClock();
  const inTurn = createWriteQueue(clock, 200);
  const answer = Promise.withResolvers<void>();
  const tried: string[] = [];
  const write = (name: string) => async () => void tried.push(name);
  const first = inTurn(() => answer.promise);
  const second = inTurn(write('second'));
  clock.advance(2000);
  const third = inTurn(write('third'));
  answer.reject(lost);
  await expect(first).rejects.toBe(lost);
  await expect(second).rejects.toBe(lost);
  await third;
  expect(tried).toEqual(['third']);
});

test('a write that is wrong is no reason for the next one to fail, however long it waited', async () => {
  const clock = manualClock();
  const inTurn = createWriteQueue(clock, 200);
  const answer = Promise.withResolvers<void>();
  const first = inTurn(() => answer.promise);
  const second = inTurn(() => 'written');
  clock.advance(2000);
  answer.reject(new Error('It is wrong.'));
  await expect(first).rejects.toThrow('It is wrong.');
  await expect(second).resolves.toBe('written');
});
