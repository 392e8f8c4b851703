import { expect, test } from 'vitest';
import { createAlarm } from '../../../src/lib/time/alarm.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';

const settled = () => new Promise(setImmediate);

/** An alarm on a manual clock. `next` gives the milliseconds until more work is due. */
function startAlarm(next: () => number | undefined) {
  const clock = manualClock();
  const errors: unknown[] = [];
  const rings: number[] = [];
  const start = clock.now().getTime();
  const alarm = createAlarm({
    clock,
    ring: () => {
      rings.push(clock.now().getTime() - start);
      const ms = next();
      return ms === undefined ? undefined : clock.now().getTime() + ms;
    },
    onError: (error) => errors.push(error),
  });
  const advance = async (ms: number) => {
    await settled();
    clock.advance(ms);
    await settled();
  };
  return { alarm, rings, errors, advance };
}

test('rings at once and when its work is due', async () => {
  const { alarm, rings, advance } = startAlarm(() => 300);
  await using _ = alarm;
  for (const ms of [299, 1, 300]) await advance(ms);
  expect(rings).toEqual([0, 300, 600]);
});

test('rings every second, however far away its work is', async () => {
  const { alarm, rings, advance } = startAlarm(() => 2 ** 31);
  await using _ = alarm;
  for (const ms of [999, 1, 1000]) await advance(ms);
  expect(rings).toEqual([0, 1000, 2000]);
});

test('rings again at once after work that took a second, in which more may have become due', async () => {
  const clock = manualClock();
  const slow = Promise.withResolvers<undefined>();
  let rings = 0;
  const ring = () => {
    rings += 1;
    return rings === 1 ? slow.promise : undefined;
  };
  await using _ = createAlarm({ clock, ring, onError: () => {} });
  clock.advance(1000);
  slow.resolve(undefined);
  await eventually(() => rings).toBe(2);
});

test('rings when woken', async () => {
  const { alarm, rings } = startAlarm(() => undefined);
  await using _ = alarm;
  alarm.wake();
  await settled();
  expect(rings).toEqual([0, 0]);
});

test('goes on after its work failed, and reports the error', async () => {
  const { alarm, rings, errors, advance } = startAlarm(() => {
    throw new Error('no');
  });
  await using _ = alarm;
  await advance(1000);
  expect({ rings, errors }).toEqual({
    rings: [0, 1000],
    errors: [new Error('no'), new Error('no')],
  });
});

test('does not ring after it was disposed', async () => {
  const { alarm, rings, advance } = startAlarm(() => 10);
  await alarm[Symbol.asyncDispose]();
  await advance(5000);
  expect(rings).toEqual([0]);
});
