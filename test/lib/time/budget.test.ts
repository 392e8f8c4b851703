import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBudget } from '../../../src/lib/time/budget.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** Work that ends when the test calls `end`, or when the budget is used up. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return {
    end: () => resolve('done'),
    run: (over: AbortSignal) => {
      over.addEventListener('abort', () => resolve('over'));
      return promise;
    },
  };
}

test('aborts running work when the time is up, and starts no more', async () => {
  const clock = manualClock();
  const budget = createBudget(10, clock);
  const running = [work(), work()].map(({ run }) => budget.spend(run));
  clock.advance(9_999);
  await turn();
  clock.advance(1);
  expect(await Promise.all(running)).toEqual(['over', 'over']);
  expect(await budget.spend(async () => 'done')).toBeUndefined();
});

test('only counts time while work is running', async () => {
  const clock = manualClock();
  const budget = createBudget(10, clock);
  for (const _ of [1, 2, 3]) {
    const one = work();
    const running = budget.spend(one.run);
    clock.advance(3_000);
    one.end();
    expect(await running).toBe('done');
    clock.advance(60_000);
  }
  const last = budget.spend(work().run);
  clock.advance(1_000);
  expect(await last).toBe('over');
});

test('stops counting time when work fails', async () => {
  const clock = manualClock();
  const budget = createBudget(10, clock);
  const failing = budget.spend(async () => {
    clock.advance(4_000);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  clock.advance(60_000);
  expect(await budget.spend(async () => 'done')).toBe('done');
});
