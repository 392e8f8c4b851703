import { describe, expect, test } from 'vitest';
import { shareService } from '../shared.ts';
import { startService } from '../start.ts';

// docs/api.md, "PublishRelease" and "States of a release".

const later = '2026-04-01T10:00:00.000Z';
const path = (id: string) => `/v1/releases/${id}/publish`;

test.each([
  ['without a body', undefined],
  ['with an empty body', {}],
  ['with status RELEASED', { status: 'RELEASED' }],
])('a DRAFT is RELEASED at once %s', async (_how, body) => {
  await using service = await startService();
  const answer = await service.send('POST', path('draft'), body);
  const now = service.clock.now().toISOString();
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ status: 'RELEASED', released_at: now, updated_at: now });
  expect((await service.get('/v1/releases/draft')).body).toEqual(answer.body);
});

test('a DRAFT can be SCHEDULED for a future time', async () => {
  await using service = await startService();
  const { status, body } = await service.send('POST', path('draft'), {
    status: 'SCHEDULED',
    scheduled_at: '2026-04-01T12:00:00+02:00',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'SCHEDULED', scheduled_at: later, released_at: null });
});

test('a SCHEDULED release can be RELEASED early', async () => {
  await using service = await startService();
  const { status, body } = await service.send('POST', path('timed'), { status: 'RELEASED' });
  expect({ status, now: body.status }).toEqual({ status: 200, now: 'RELEASED' });
  expect(body).not.toHaveProperty('scheduled_at');
});

test('a SCHEDULED release can be rescheduled', async () => {
  await using service = await startService();
  const move = { status: 'SCHEDULED', scheduled_at: later };
  const { status, body } = await service.send('POST', path('timed'), move);
  expect({ status, at: body.scheduled_at }).toEqual({ status: 200, at: later });
});

test.each([
  ['RELEASED', { status: 'RELEASED' }],
  ['SCHEDULED', { status: 'SCHEDULED', scheduled_at: later }],
])(
  'a RELEASED release stays unchanged: publishing it %s is answered 400',
  async (_status, body) => {
    await using service = await startService();
    const before = (await service.get('/v1/releases/oldest')).body;
    expect((await service.send('POST', path('oldest'), body)).status).toBe(400);
    expect((await service.get('/v1/releases/oldest')).body).toEqual(before);
  },
);

describe('scheduling is refused, and the release left unchanged,', () => {
  const shared = shareService();

  test.each([
    ['without scheduled_at', {}],
    ['for a time that is past', { scheduled_at: '2026-02-28T00:00:00.000Z' }],
    ['for this very moment', { scheduled_at: '2026-03-01T09:00:00.000Z' }],
    ['for what is no date-time', { scheduled_at: 'tomorrow' }],
    ['for a date-time without a zone', { scheduled_at: '2026-04-01T10:00:00' }],
    ['for a time whose year has five digits in UTC', { scheduled_at: '9999-12-31T23:59:59-12:00' }],
    ['for null', { scheduled_at: null }],
  ])('%s', async (_what, over) => {
    const service = shared();
    const answer = await service.send('POST', path('draft'), { status: 'SCHEDULED', ...over });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual({ scheduled_at: expect.any(String) });
    expect((await service.get('/v1/releases/draft')).body.status).toBe('DRAFT');
  });
});

test('a release can be scheduled for the last representable moment', async () => {
  await using service = await startService();
  const scheduled_at = '9999-12-31T23:59:59.999Z';
  const move = { status: 'SCHEDULED', scheduled_at };
  expect((await service.send('POST', path('draft'), move)).status).toBe(200);
  service.clock.advance(1000);
  expect((await service.get('/v1/releases/draft')).body).toMatchObject(move);
});

test.each([
  ['an unknown status', { status: 'DRAFT' }],
  ['a body that is not an object', 'now'],
])('invalid input is answered 400: %s', async (_what, body) => {
  await using service = await startService();
  expect((await service.send('POST', path('draft'), body)).status).toBe(400);
});

test('neither create nor update changes the status', async () => {
  await using service = await startService();
  const input = { title: 'New', slug: 'new', status: 'DRAFT' };
  expect((await service.send('POST', '/v1/releases', input)).body.status).toBe('DRAFT');
  const { body } = await service.send('PATCH', '/v1/releases/timed', { title: 'Later' });
  expect(body.status).toBe('SCHEDULED');
});
