import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../../src/lib/database/unavailable.ts';
import { createWriteQueue, WriteRefusedError } from '../../../src/service/database/write-queue.ts';
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
  await turn();
  clock.advance(2000);
  const third = inTurn(write('third'));
  answer.reject(lost);
  await expect(first).rejects.toBe(lost);
  await expect(second).rejects.toBe(lost);
  await third;
  expect(tried).toEqual(['third']);
});

test('a write that is wrong is no reason for the next one to fail', async () => {
  const clock = manualClock();
  const inTurn = createWriteQueue(clock, 200);
  const answer = Promise.withResolvers<void>();
  const first = inTurn(() => answer.promise);
  const second = inTurn(() => 'written');
  clock.advance(1500);
  answer.reject(new Error('It is wrong.'));
  await expect(first).rejects.toThrow('It is wrong.');
  await expect(second).resolves.toBe('written');
});

test('others have a turn between two writes, however many wait', async () => {
  const inTurn = createWriteQueue(manualClock(), 200);
  const order: string[] = [];
  const writes = ['first', 'second', 'third'].map((name) => inTurn(() => order.push(name)));
  void turn().then(() => order.push('other'));
  await Promise.all(writes);
  expect(order).toEqual(['first', 'other', 'second', 'third']);
});

test('a write that has too many ahead of it is refused, and the next one is not', async () => {
  const inTurn = createWriteQueue(manualClock(), 200);
  const first = inTurn(() => 'first', 1);
  const second = inTurn(() => 'second', 1);
  await expect(inTurn(() => 'third', 1)).rejects.toThrow(WriteRefusedError);
  expect(await inTurn(() => 'fourth', 2)).toBe('fourth');
  expect([await first, await second]).toEqual(['first', 'second']);
  expect(await inTurn(() => 'fifth', 0)).toBe('fifth');
});

test('a write that has waited for two seconds is refused', async () => {
  const clock = manualClock();
  const inTurn = createWriteQueue(clock, 200);
  const slow = Promise.withResolvers<string>();
  const first = inTurn(() => slow.promise);
  const second = inTurn(() => 'second');
  await turn();
  clock.advance(2000);
  slow.resolve('first');
  expect(await first).toBe('first');
  await expect(second).rejects.toThrow(WriteRefusedError);
});

test('writes that are refused take no turn each: all are, as soon as one ends', async () => {
  const clock = manualClock();
  const inTurn = createWriteQueue(clock, 200);
  const slow = Promise.withResolvers<string>();
  const first = inTurn(() => slow.promise);
  let refused = 0;
  for (let n = 0; n < 20; n += 1) void inTurn(() => 'late').catch(() => (refused += 1));
  await turn();
  clock.advance(2000);
  slow.resolve('first');
  await first;
  // One after the write itself, and one for what follows.
  for (let turns = 0; turns < 2; turns += 1) await turn();
  expect(refused).toBe(20);
});

test('what has not begun when the process stops is refused, and what has begun is finished', async () => {
  const stopping = new AbortController();
  const inTurn = createWriteQueue(manualClock(), 200, stopping.signal);
  const slow = Promise.withResolvers<string>();
  const first = inTurn(() => slow.promise);
  const second = inTurn(() => 'second');
  await turn();
  stopping.abort();
  slow.resolve('first');
  expect(await first).toBe('first');
  await expect(second).rejects.toThrow(WriteRefusedError);
  await expect(inTurn(() => 'third')).rejects.toThrow(WriteRefusedError);
});
