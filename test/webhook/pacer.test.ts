import { expect, test } from 'vitest';
import { createPacer } from '../../src/webhook/pacer.ts';
import { manualClock } from '../service/manual-clock.ts';

const quietMs = 2000;
const settled = () => new Promise(setImmediate);

/** A pacer on a clock that the test moves, whose runs end when the test says so. */
function startPacer() {
  const clock = manualClock();
  const runs: (PromiseWithResolvers<void> & { signal: AbortSignal })[] = [];
  const errors: unknown[] = [];
  const pacer = createPacer({
    clock,
    quietMs,
    rebuild: (signal) => {
      const run = { ...Promise.withResolvers<void>(), signal };
      runs.push(run);
      return run.promise;
    },
    onError: (error) => errors.push(error),
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settled();
  };
  return { pacer, runs, errors, pass };
}

test('starts a run when it has been quiet for a while', async () => {
  const { pacer, runs, pass } = startPacer();
  pacer.wish();
  await pass(quietMs - 1);
  expect(runs).toHaveLength(0);
  await pass(1);
  expect(runs).toHaveLength(1);
});

test('gathers a burst of wishes into one run', async () => {
  const { pacer, runs, pass } = startPacer();
  for (let wish = 0; wish < 50; wish += 1) {
    pacer.wish();
    await pass(100);
  }
  await pass(quietMs);
  await pass(quietMs);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await pass(quietMs * 10);
  expect(runs).toHaveLength(1);
});

test('runs exactly once more for all that is wished during a run', async () => {
  const { pacer, runs, pass } = startPacer();
  pacer.wish();
  await pass(quietMs);
  for (const _ of [1, 2, 3]) pacer.wish();
  await pass(quietMs * 10);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await pass(0);
  await pass(quietMs);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await pass(quietMs * 10);
  expect(runs).toHaveLength(2);
});

test('runs again for a wish that comes after a run', async () => {
  const { pacer, runs, pass } = startPacer();
  for (const number of [1, 2]) {
    pacer.wish();
    await pass(quietMs);
    expect(runs).toHaveLength(number);
    runs.at(-1)?.resolve();
    await pass(0);
  }
});

test('tells of a run that failed, and tries again at the next wish', async () => {
  const { pacer, runs, errors, pass } = startPacer();
  pacer.wish();
  await pass(quietMs);
  runs[0]?.reject(new Error('no build'));
  await pass(quietMs);
  expect(errors).toEqual([new Error('no build')]);
  pacer.wish();
  await pass(quietMs);
  expect(runs).toHaveLength(2);
});

test('waits for a running build when it is disposed, and asks it to stop', async () => {
  const { pacer, runs, pass } = startPacer();
  pacer.wish();
  await pass(quietMs);
  const order: string[] = [];
  const disposing = pacer[Symbol.asyncDispose]().then(() => order.push('disposed'));
  await settled();
  expect(runs[0]?.signal.aborted).toBe(true);
  order.push('run ends');
  runs[0]?.resolve();
  await disposing;
  expect(order).toEqual(['run ends', 'disposed']);
});

test('calls it no failure that a build was asked to stop', async () => {
  const { pacer, runs, errors, pass } = startPacer();
  pacer.wish();
  await pass(quietMs);
  const disposing = pacer[Symbol.asyncDispose]();
  runs[0]?.reject(new Error('stopped'));
  await disposing;
  expect(errors).toEqual([]);
});

test('starts no run when it is disposed while it waits for quiet', async () => {
  const { pacer, runs, pass } = startPacer();
  pacer.wish();
  await pass(1);
  const disposing = pacer[Symbol.asyncDispose]();
  await settled();
  expect(runs).toHaveLength(0);
  await disposing;
});

test('starts no run for a wish that comes after it was disposed', async () => {
  const { pacer, runs, pass } = startPacer();
  await pacer[Symbol.asyncDispose]();
  pacer.wish();
  await pass(quietMs);
  expect(runs).toHaveLength(0);
});
