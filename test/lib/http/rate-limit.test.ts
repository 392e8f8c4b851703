import { expect, test } from 'vitest';
import { createRateLimit } from '../../../src/lib/http/rate-limit.ts';
import { manualClock } from '../../support/manual-clock.ts';

test('counts ten thousand callers individually, and all others together', () => {
  const allow = createRateLimit(manualClock());
  for (let n = 0; n < 10_000; n += 1) allow(`caller-${n}`, 1);
  expect(allow('one more', 1).allowed).toBe(true);
  expect(allow('another', 1).allowed).toBe(false);
  expect(allow('caller-0', 2).allowed).toBe(true);
});

test('starts again every minute', () => {
  const clock = manualClock();
  const allow = createRateLimit(clock);
  for (let n = 0; n < 10_002; n += 1) allow(`caller-${n}`, 1);
  clock.advance(60_000);
  expect(allow('another', 1).allowed).toBe(true);
});

test('sends headers that say when the minute ends', () => {
  const clock = manualClock();
  const allow = createRateLimit(clock);
  expect(allow('one', 1).headers).toMatchObject({ RateLimit: '"minute";r=0;t=60' });
  clock.advance(15_000);
  expect(allow('one', 1)).toMatchObject({ allowed: false, headers: { 'Retry-After': '45' } });
});

test('identifies a caller without an IP address by the beginning of its name', () => {
  const allow = createRateLimit(manualClock());
  const name = 'x'.repeat(64);
  expect(allow(`${name}1`, 1).allowed).toBe(true);
  expect(allow(`${name}2`, 1).allowed).toBe(false);
});
