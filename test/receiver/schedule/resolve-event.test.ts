import { expect, test } from 'vitest';
import type { ReleaseVisibility } from '../../../src/model/release-visibility.ts';
import type { PendingEvent } from '../../../src/receiver/inbox/event.ts';
import { resolveEvent } from '../../../src/receiver/schedule/resolve-event.ts';
import { now } from '../http/delivery.ts';

const event: PendingEvent = { id: 'msg_1', release_id: 'rel_1', attempts: 0, first_look_at: null };
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const notYet: ReleaseVisibility = { kind: 'not-yet', why: 'no list shows it' };

test('a pending event is fulfilled when its release was seen public', () => {
  expect(resolveEvent(event, { kind: 'public' }, now)).toEqual({ kind: 'fulfilled' });
});

test('a pending event is void when the API says that its release is not public', () => {
  const standing: ReleaseVisibility = { kind: 'not-public', why: 'it is a draft' };
  expect(resolveEvent(event, standing, now)).toEqual({ kind: 'void', why: 'it is a draft' });
});

test('a pending event that names no release is fulfilled by any run', () => {
  expect(resolveEvent({ ...event, release_id: null }, undefined, now)).toEqual({
    kind: 'fulfilled',
  });
});

test('a pending event stays open while its release is in no list, or could not be asked for', () => {
  expect(resolveEvent(event, notYet, now)).toEqual({ kind: 'open', why: 'no list shows it' });
  expect(resolveEvent(event, undefined, now)).toMatchObject({
    kind: 'open',
    why: expect.stringMatching(/could not be asked/),
  });
});

test('a pending event moves to the time at which its release goes live', () => {
  const at = hours(100);
  expect(resolveEvent(event, { ...notYet, at }, now)).toEqual({
    kind: 'moved',
    why: notYet.why,
    at,
  });
});

test('a pending event whose release should be live by now stays open', () => {
  expect(resolveEvent(event, { ...notYet, at: hours(-1) }, now).kind).toBe('open');
});

test('a pending event is given up after it was looked for in vain over 24 hours, with the reason', () => {
  const looked = { ...event, attempts: 99, first_look_at: now.toISOString() };
  expect(resolveEvent(looked, notYet, hours(23.9)).kind).toBe('open');
  expect(resolveEvent(looked, notYet, hours(24))).toEqual({
    kind: 'given-up',
    why: 'it was looked for over 24 hours, and no list shows it',
  });
});

test('a pending event that nobody could look for is not given up, however old it is', () => {
  expect(resolveEvent(event, notYet, hours(1000)).kind).toBe('open');
});
