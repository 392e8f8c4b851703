import { expect, test } from 'vitest';
import type { ReleaseVisibility } from '../../../src/model/release-visibility.ts';
import type { PendingEvent } from '../../../src/receiver/inbox/event.ts';
import { resolveEvent } from '../../../src/receiver/schedule/run-once.ts';
import { now } from '../http/delivery.ts';

const event: PendingEvent = { id: 'msg_1', release_id: 'rel_1', attempts: 0, first_look_at: null };
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const notYet: ReleaseVisibility = { kind: 'not-yet', why: 'no list shows it' };

test('an event is fulfilled when its release is public', () => {
  expect(resolveEvent(event, { kind: 'public' }, now)).toEqual({ kind: 'fulfilled' });
});

test('an event is void when its release is not public', () => {
  const standing: ReleaseVisibility = { kind: 'not-public', why: 'it is a draft' };
  expect(resolveEvent(event, standing, now)).toEqual({ kind: 'void', why: 'it is a draft' });
});

test('an event without a release is fulfilled by any run', () => {
  expect(resolveEvent({ ...event, release_id: null }, undefined, now)).toEqual({
    kind: 'fulfilled',
  });
});

test('an event stays open while its release is in no list, or the request failed', () => {
  expect(resolveEvent(event, notYet, now)).toEqual({ kind: 'open', why: 'no list shows it' });
  expect(resolveEvent(event, undefined, now)).toMatchObject({
    kind: 'open',
    why: expect.stringMatching(/could not be reached/),
  });
});

test('an event moves to the time of its scheduled release', () => {
  const at = hours(100);
  expect(resolveEvent(event, { ...notYet, at }, now)).toEqual({
    kind: 'moved',
    why: notYet.why,
    at,
  });
});

test('an event stays open if its release is overdue', () => {
  expect(resolveEvent(event, { ...notYet, at: hours(-1) }, now).kind).toBe('open');
});

test('an event is given up after 24 hours, with the reason', () => {
  const looked = { ...event, attempts: 99, first_look_at: now.toISOString() };
  expect(resolveEvent(looked, notYet, hours(23.9)).kind).toBe('open');
  expect(resolveEvent(looked, notYet, hours(24))).toEqual({
    kind: 'given-up',
    why: 'it was not on the site after 24 hours: no list shows it',
  });
});

test('an old event is not given up before its first lookup', () => {
  expect(resolveEvent(event, notYet, hours(1000)).kind).toBe('open');
});
