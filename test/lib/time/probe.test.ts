import { expect, test } from 'vitest';
import { createProbe, ProbeTimeoutError } from '../../../src/lib/time/probe.ts';
import { manualClock } from '../../support/manual-clock.ts';

const timing = { timeoutMs: 2000, cacheMs: 1000 };

/** A probe whose checks the test settles. */
function start() {
  const clock = manualClock();
  const looks: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = [];
  const look = (signal: AbortSignal) => {
    const one = { ...Promise.withResolvers<string>(), signal };
    looks.push(one);
    return one.promise;
  };
  return { clock, looks, ask: createProbe({ look, clock, ...timing }) };
}

test('checks once for concurrent callers, and caches the result', async () => {
  const { ask, looks, clock } = start();
  const asked = Array.from({ length: 100 }, ask);
  looks[0]?.resolve('a');
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['a']));
  clock.advance(999);
  expect(await ask()).toBe('a');
  expect(looks).toHaveLength(1);
  clock.advance(1);
  const next = ask();
  looks[1]?.resolve('b');
  expect(await next).toBe('b');
});

test('caches an error for the same time', async () => {
  const { ask, looks, clock } = start();
  const first = ask();
  looks[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect(ask()).rejects.toThrow('away');
  expect(looks).toHaveLength(1);
  clock.advance(1000);
  const next = ask();
  looks[1]?.resolve('there');
  expect(await next).toBe('there');
});

test('gives up a check that takes too long, and checks again later', async () => {
  const { ask, looks, clock } = start();
  const first = ask();
  clock.advance(1999);
  const second = ask();
  clock.advance(1);
  await expect(first).rejects.toThrow(ProbeTimeoutError);
  await expect(second).rejects.toThrow('within 2 s');
  expect(looks[0]?.signal.aborted).toBe(true);
  looks[0]?.resolve('too late');
  clock.advance(1000);
  const third = ask();
  looks[1]?.resolve('in time');
  expect(await third).toBe('in time');
});

test('treats a check that throws synchronously as failed', async () => {
  const look = () => {
    throw new Error('at once');
  };
  const ask = createProbe({ look, clock: manualClock(), ...timing });
  await expect(ask()).rejects.toThrow('at once');
});

test('checks again if the clock was set back', async () => {
  const { ask, looks, clock } = start();
  const first = ask();
  looks[0]?.resolve('a');
  await first;
  clock.advance(-3_600_000);
  const next = ask();
  looks[1]?.resolve('b');
  expect(await next).toBe('b');
});
