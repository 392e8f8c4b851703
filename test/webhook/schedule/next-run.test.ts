import { expect, test } from 'vitest';
import {
  nextRun,
  shifted,
  type Triggers,
  withFresh,
} from '../../../src/webhook/schedule/next-run.ts';

const empty: Triggers = { fresh: undefined, due: undefined, retryAt: undefined, pollAt: undefined };
const gathering = { quietMs: 2000, longestMs: 30_000 };
const next = (triggers: Partial<Triggers>) => nextRun({ ...empty, ...triggers }, gathering);

test('nothing to do is never done', () => {
  expect(next({})).toBe(Number.POSITIVE_INFINITY);
});

test('a run waits until it has been quiet, and no longer than the first event may wait', () => {
  expect(next({ fresh: { first: 0, last: 0 } })).toBe(2000);
  expect(next({ fresh: { first: 0, last: 27_000 } })).toBe(29_000);
  expect(next({ fresh: { first: 0, last: 29_000 } })).toBe(30_000);
});

test('whatever comes first is what is waited for', () => {
  const all = { fresh: { first: 9000, last: 9000 }, due: 8000, retryAt: 7000, pollAt: 6000 };
  expect(next(all)).toBe(6000);
  expect(next({ ...all, pollAt: undefined })).toBe(7000);
  expect(next({ ...all, pollAt: undefined, retryAt: undefined })).toBe(10_000);
});

test('a pending event that comes now is the last one, and the first where there was none', () => {
  expect(withFresh(empty, 5).fresh).toEqual({ first: 5, last: 5 });
  expect(withFresh(withFresh(empty, 5), 7).fresh).toEqual({ first: 5, last: 7 });
});

test('what was reckoned by a clock moves with it, and what has a time of its own does not', () => {
  const triggers = { fresh: { first: 1000, last: 2000 }, due: 5000, retryAt: 3000, pollAt: 4000 };
  expect(shifted(triggers, -1000)).toEqual({
    fresh: { first: 0, last: 1000 },
    due: 5000,
    retryAt: 2000,
    pollAt: 3000,
  });
  expect(shifted(empty, -1000)).toEqual(empty);
});
