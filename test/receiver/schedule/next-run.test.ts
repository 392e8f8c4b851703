import { expect, test } from 'vitest';
import {
  nextRun,
  scopeOf,
  shifted,
  type Triggers,
  withEvent,
} from '../../../src/receiver/schedule/next-run.ts';

const empty: Triggers = {
  fresh: undefined,
  unsettled: undefined,
  due: undefined,
  retryAt: undefined,
  pollAt: undefined,
};
const debounce = { quietMs: 2000, maxWaitMs: 30_000 };
const next = (triggers: Partial<Triggers>) => nextRun({ ...empty, ...triggers }, debounce);
const scope = (triggers: Partial<Triggers>, now: number) =>
  scopeOf({ ...empty, ...triggers }, debounce, now);

test('without a trigger, no run starts', () => {
  expect(next({})).toBe(Number.POSITIVE_INFINITY);
});

test('the release of an event is synced at once', () => {
  expect(next({ fresh: 5000, unsettled: { first: 0, last: 5000 } })).toBe(5000);
});

test('a full sync starts after a quiet time, and at the latest after the maximum wait', () => {
  expect(next({ unsettled: { first: 0, last: 0 } })).toBe(2000);
  expect(next({ unsettled: { first: 0, last: 27_000 } })).toBe(29_000);
  expect(next({ unsettled: { first: 0, last: 29_000 } })).toBe(30_000);
});

test('the earliest trigger starts the run', () => {
  const unsettled = { first: 9000, last: 9000 };
  const all = { unsettled, due: 8000, retryAt: 7000, pollAt: 6000 };
  expect(next(all)).toBe(6000);
  expect(next({ ...all, pollAt: undefined })).toBe(7000);
  expect(next({ ...all, pollAt: undefined, retryAt: undefined })).toBe(10_000);
});

test('a run syncs only awaited releases until the maximum wait', () => {
  const unsettled = { first: 0, last: 29_000 };
  expect(scope({ fresh: 29_000, unsettled }, 29_000)).toBe('awaited');
  expect(scope({ fresh: 29_000, unsettled }, 30_000)).toBe('everything');
  expect(scope({ due: 1000 }, 3000)).toBe('awaited');
  expect(scope({ unsettled }, 29_500)).toBe('everything');
  expect(scope({ fresh: 5, retryAt: 5 }, 5)).toBe('everything');
});

test('a new event is the last one, and the first if there was none', () => {
  const once = withEvent(empty, 5, true);
  const twice = withEvent(once, 7, false);
  expect(once).toMatchObject({ fresh: 5, unsettled: { first: 5, last: 5 } });
  expect(twice).toMatchObject({ fresh: 5, unsettled: { first: 5, last: 7 } });
  expect(withEvent(empty, 5, false).fresh).toBeUndefined();
});

test('relative times move with the clock, and scheduled times do not', () => {
  const unsettled = { first: 1000, last: 2000 };
  const triggers = { fresh: 1000, unsettled, due: 5000, retryAt: 3000, pollAt: 4000 };
  expect(shifted(triggers, -1000)).toEqual({
    fresh: 0,
    unsettled: { first: 0, last: 1000 },
    due: 5000,
    retryAt: 2000,
    pollAt: 3000,
  });
  expect(shifted(empty, -1000)).toEqual(empty);
});
