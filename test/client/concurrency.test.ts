import { expect, test } from 'vitest';
import { type Concurrency, createConcurrency } from '../../src/client/client.ts';

/** How many tasks of a new batch of twenty run at once. */
async function running(concurrency: Concurrency): Promise<number> {
  const open = Promise.withResolvers<void>();
  let started = 0;
  const tasks = Array.from({ length: 20 }, () =>
    concurrency.run(async () => {
      started += 1;
      await open.promise;
    }),
  );
  await new Promise(setImmediate);
  const atOnce = started;
  open.resolve();
  await Promise.all(tasks);
  return atOnce;
}

function times(count: number, act: () => void): void {
  for (let done = 0; done < count; done += 1) act();
}

test('starts with four requests at a time', async () => {
  expect(await running(createConcurrency())).toBe(4);
});

test('halves the limit under strain', async () => {
  const concurrency = createConcurrency();
  concurrency.halve();
  expect(await running(concurrency)).toBe(2);
});

test('never goes below one request', async () => {
  const concurrency = createConcurrency();
  times(5, () => concurrency.halve());
  expect(await running(concurrency)).toBe(1);
});

test('raises the limit by one after as many good answers as the limit', async () => {
  const concurrency = createConcurrency();
  times(3, () => concurrency.grow());
  expect(await running(concurrency)).toBe(4);
  concurrency.grow();
  expect(await running(concurrency)).toBe(5);
});

test('starts counting good answers anew after strain', async () => {
  const concurrency = createConcurrency();
  times(3, () => concurrency.grow());
  concurrency.halve();
  concurrency.grow();
  expect(await running(concurrency)).toBe(2);
});

test('never goes above eight requests', async () => {
  const concurrency = createConcurrency();
  times(200, () => concurrency.grow());
  expect(await running(concurrency)).toBe(8);
});
