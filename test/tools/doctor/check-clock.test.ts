import { expect, test } from 'vitest';
import { checkClock } from '../../../src/tools/doctor/check-api.ts';

const now = new Date('2026-11-20T12:00:00.500Z');
const state = (date: string | undefined, ms = 20) => checkClock(date, now, ms).state;

test.each([
  ['Fri, 20 Nov 2026 12:00:00 GMT', 'ok'],
  ['Fri, 20 Nov 2026 11:59:40 GMT', 'ok'],
  ['Fri, 20 Nov 2026 11:59:00 GMT', 'warning'],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 'warning'],
  ['Fri, 20 Nov 2026 11:55:00 GMT', 'error'],
  ['Fri, 20 Nov 2026 12:05:00 GMT', 'error'],
] as const)('an API whose clock says %s is %s', (date, expected) => {
  expect(state(date)).toBe(expected);
});

test('a slow answer may be older by the time that it took', () => {
  expect(state('Fri, 20 Nov 2026 11:59:00 GMT', 40_000)).toBe('ok');
});

test('an API that sends no time is no problem', () => {
  expect([undefined, 'yesterday'].map((date) => state(date))).toEqual(['ok', 'ok']);
});
