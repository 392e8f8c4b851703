import { Headers } from 'undici';
import { describe, expect, test } from 'vitest';
import { maxRetries, nextAttempt, parseRetryAfter } from '../../src/client/retry.ts';

const now = new Date('2026-03-01T09:00:00.000Z');
const network = { kind: 'network', why: 'refused', strain: false, cause: undefined } as const;
const status = (code: number, retryAfter?: string) => {
  const headers = new Headers();
  const answer = { status: code, retryAfter, contentType: '', location: undefined, headers };
  return { kind: 'answer', answer: { ...answer, body: Buffer.alloc(0) } } as const;
};

test.each([408, 429, 500, 502, 503, 504, 599])('retries after a %i', (code) => {
  expect(nextAttempt(status(code), 0, 0, now)).toEqual({ kind: 'retry', afterMs: 0 });
});

test.each([301, 400, 401, 403, 405, 410, 413, 422])('does not retry after a %i', (code) => {
  expect(nextAttempt(status(code), 0, 0, now).kind).toBe('stop');
});

test('does not retry after an answer that is too large', () => {
  expect(nextAttempt({ kind: 'too-large' }, 0, 0, now).kind).toBe('stop');
});

test('retries when no answer came', () => {
  expect(nextAttempt(network, 0, 0, now).kind).toBe('retry');
});

test('gives up after a limited number of retries', () => {
  expect(nextAttempt(network, maxRetries, 0, now)).toEqual({
    kind: 'stop',
    why: 'gave up after 5 attempts',
  });
});

test.each([
  [0, 250],
  [1, 500],
  [2, 1000],
  [3, 2000],
])('draws the wait before retry %i uniformly from 0 to %i ms', (retry, bound) => {
  const waits = [0, 0.5, 1].map((random) => nextAttempt(network, retry, random, now));
  expect(waits).toEqual([0, bound / 2, bound].map((afterMs) => ({ kind: 'retry', afterMs })));
});

test('waits the full time for a Retry-After of 15 minutes', () => {
  expect(nextAttempt(status(429, '900'), 0, 0, now)).toEqual({ kind: 'retry', afterMs: 900_000 });
});

test.each(['901', '1000000000'])('stops if the API asks for a pause of %s s', (seconds) => {
  expect(nextAttempt(status(503, seconds), 0, 0, now)).toMatchObject({
    kind: 'stop',
    why: expect.stringContaining('minutes'),
  });
});

test('uses its own backoff if Retry-After is invalid', () => {
  expect(nextAttempt(status(503, 'soon'), 1, 1, now)).toEqual({ kind: 'retry', afterMs: 500 });
});

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    ['0.5', 500],
    ['Sun, 01 Mar 2026 09:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 08:59:00 GMT', 0],
  ])('"%s" asks for %d ms', (value, ms) => {
    expect(parseRetryAfter(value, now)).toBe(ms);
  });

  test.each([undefined, '', '-5', '1.', 'soon', '0x10', '1e3', 'Sun, 99 Foo'])(
    '%j is ignored',
    (value) => {
      expect(parseRetryAfter(value, now)).toBeUndefined();
    },
  );
});
