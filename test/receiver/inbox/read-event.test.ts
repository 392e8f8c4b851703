import { expect, test } from 'vitest';
import { readEvent } from '../../../src/receiver/inbox/read-event.ts';

const subject = (value: unknown) =>
  readEvent(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));
const anything = { release: undefined, at: undefined };

test('a published release is looked up at once', () => {
  expect(subject({ type: 'release.published', data: { id: 'rel_1', title: 'x' } })).toEqual({
    type: 'release.published',
    target: { release: 'rel_1', at: undefined },
  });
});

test('an event that is nested too deep requests a full sync', () => {
  const nested = '['.repeat(1000) + ']'.repeat(1000);
  const event = `{"type":"release.published","data":{"id":"rel_1","body":${nested}}}`;
  expect(subject(event)).toEqual({ type: undefined, target: anything });
});

test('a scheduled release is looked up at its time', () => {
  const data = { id: 'rel_1', scheduled_at: '2026-03-02T09:00:00.000Z' };
  expect(subject({ type: 'release.scheduled', data }).target).toEqual({
    release: 'rel_1',
    at: new Date('2026-03-02T09:00:00.000Z'),
  });
});

test.each([undefined, null, 'soon', 5, '2026-03-02', '9999-12-31T23:59:59-12:00'])(
  'a release that was scheduled for %j is looked up at once',
  (scheduled_at) => {
    const event = { type: 'release.scheduled', data: { id: 'rel_1', scheduled_at } };
    expect(subject(event).target).toEqual({ release: 'rel_1', at: undefined });
  },
);

test.each([
  ['what it was', { kind: 'milestone', id: 'mil_1' }],
  ['a kind that nobody knows', { kind: 'x'.repeat(64), id: 'rel_1' }],
  ['a kind that is too long', { kind: 'x'.repeat(65), id: 'rel_1' }],
  ['nothing', undefined],
])('a change of content that names %s requests a full sync', (_what, data) => {
  expect(subject({ type: 'content.changed', data })).toEqual({
    type: 'content.changed',
    target: anything,
  });
});

test.each(['ping', 'release.updated', 'content.changed.more', 'toString'])(
  'the event %s requests nothing',
  (type) => {
    expect(subject({ type, data: { id: 'rel_1' } })).toEqual({ type, target: undefined });
  },
);

test.each([
  ['nothing', ''],
  ['garbage', '{"type":'],
  ['no object', '[]'],
  ['null', 'null'],
  ['no type', { data: { id: 'rel_1' } }],
  ['a type that is none', { type: 5 }],
  ['very deep brackets', '['.repeat(1024 * 1024)],
])('a body with %s requests a full sync', (_what, value) => {
  expect(subject(value)).toEqual({ type: undefined, target: anything });
});

test.each([undefined, null, 5, '', '..', '.', '__proto__', 'x'.repeat(256), { a: 1 }])(
  'an event with the invalid release id %j requests a full sync',
  (id) => {
    expect(subject({ type: 'release.published', data: { id } }).target).toEqual(anything);
  },
);

test('an event with invalid data requests a full sync', () => {
  for (const data of [undefined, null, 5, 'x', []])
    expect(subject({ type: 'release.published', data }).target).toEqual(anything);
});

test('an overlong type is cut', () => {
  expect(subject({ type: 'x'.repeat(1000) }).type).toHaveLength(100);
});
