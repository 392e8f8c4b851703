import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../../src/lib/database/unavailable.ts';
import { createWriteQueue, WriteRefusedError } from '../../../src/service/database/write-queue.ts';
import { manualClock } from '../../support/manual-clock.ts';

const lost = new DatabaseUnavailableError({ why: 'It is gone.', isBusy: false });

test('a write that waited long behind a failed one fails too, and a recent one is tried', async () => {
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

test('a write does not fail because the one before it was invalid', async () => {
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

test('other work runs between two writes, however many are queued', async () => {
  const inTurn = createWriteQueue(manualClock(), 200);
  const order: string[] = [];
  const writes = ['first', 'second', 'third'].map((name) => inTurn(() => order.push(name)));
  void turn().then(() => order.push('other'));
  await Promise.all(writes);
  expect(order).toEqual(['first', 'other', 'second', 'third']);
});

test('a write with too many ahead of it in the queue is refused, and the next one is not', async () => {
  const inTurn = createWriteQueue(manualClock(), 200);
  const first = inTurn(() => 'first', 1);
  const second = inTurn(() => 'second', 1);
  await expect(inTurn(() => 'third', 1)).rejects.toThrow(WriteRefusedError);
  expect(await inTurn(() => 'fourth', 2)).toBe('fourth');
  expect([await first, await second]).toEqual(['first', 'second']);
  expect(await inTurn(() => 'fifth', 0)).toBe('fifth');
});

test('refuses a write that has waited for two seconds', async () => {
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

test('all writes that waited too long are refused at once, as soon as the current write ends', async () => {
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
  // One turn for the write itself, and one for the refusals.
  for (let turns = 0; turns < 2; turns += 1) await turn();
  expect(refused).toBe(20);
});

test('when the process stops, queued writes are refused and the running one is finished', async () => {
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
