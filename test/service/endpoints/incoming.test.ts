import { describe, expect, test } from 'vitest';
import { type Running, startService } from '../start.ts';

// docs/api.md, "Incoming webhooks".

const releases = '/incoming/token-for-releases-1';
const subscribers = '/incoming/token-for-subscribers-1';
const milestones = '/incoming/token-for-milestones-1';
const draft = { title: 'From CI', slug: 'from-ci', status: 'DRAFT', label_ids: ['l-speed'] };

/** Calls a webhook without a key, because the token in the path authorizes the call. */
const trigger = (service: Running, path: string, body?: unknown) =>
  service.call(path, {
    method: 'POST',
    headers: { authorization: '' },
    body: body === undefined ? null : JSON.stringify(body),
  });

const triggeredAt = async (service: Running, id: string) =>
  (await service.get(`/v1/incoming-webhooks/${id}`)).body.lastTriggeredAt;

test('RELEASE creates a draft and updates lastTriggeredAt', async () => {
  await using service = await startService();
  const { status, body } = await trigger(service, releases, draft);
  expect(status).toBe(201);
  expect((await service.get(`/v1/releases/${body.id}`)).body).toEqual(body);
  expect(body).toMatchObject({ title: 'From CI', status: 'DRAFT', labels: [{ id: 'l-speed' }] });
  expect(await triggeredAt(service, 'i-r')).toBe(service.clock.now().toISOString());
});

test('the url in the API is the address of the webhook', async () => {
  await using service = await startService();
  const { url } = (await service.get('/v1/incoming-webhooks/i-r')).body;
  expect((await trigger(service, url.slice(service.url.length), draft)).status).toBe(201);
});

test('a call that fails creates nothing and leaves lastTriggeredAt unchanged', async () => {
  await using service = await startService();
  const { status, body } = await trigger(service, releases, { ...draft, slug: 'oldest' });
  expect({ status, fields: Object.keys(body.details) }).toEqual({ status: 400, fields: ['slug'] });
  expect(await triggeredAt(service, 'i-r')).toBeNull();
  expect((await service.get('/v1/releases')).body).toHaveLength(6);
});

describe('SUBSCRIBER', () => {
  const find = async (service: Running, email: string) =>
    (await service.get('/v1/subscribers')).body.filter(
      (subscriber: { email: string }) => subscriber.email === email,
    );

  test('adds a subscriber', async () => {
    await using service = await startService();
    const { status, body } = await trigger(service, subscribers, { email: 'new@example.com' });
    expect({ status, body }).toEqual({ status: 201, body: { success: true } });
    const now = service.clock.now().toISOString();
    expect(await find(service, 'new@example.com')).toEqual([
      {
        id: expect.any(String),
        email: 'new@example.com',
        lists: [],
        created_at: now,
        updated_at: now,
      },
    ]);
    expect(await triggeredAt(service, 'i-s')).toBe(now);
  });

  test('adds the subscriber to the given lists', async () => {
    await using service = await startService();
    await trigger(service, subscribers, { email: 'new@example.com', list_ids: ['s-news'] });
    const [subscriber] = await find(service, 'new@example.com');
    expect(subscriber.lists).toEqual([{ id: 's-news', name: 'News' }]);
  });

  test('adds no address twice, and answers the same for a known one', async () => {
    await using service = await startService();
    const body = { email: 'ONE@example.com', list_ids: ['s-alerts', 's-news'] };
    expect(await trigger(service, subscribers, body)).toMatchObject({
      status: 201,
      body: { success: true },
    });
    const [subscriber, ...more] = await find(service, 'one@example.com');
    expect(subscriber.lists.map(({ id }: { id: string }) => id)).toEqual(['s-news', 's-alerts']);
    expect(more).toEqual([]);
    expect(await find(service, 'ONE@example.com')).toEqual([]);
  });

  test.each([
    ['email', { email: 'no address' }],
    ['email', {}],
    ['list_ids', { email: 'new@example.com', list_ids: ['none'] }],
    ['list_ids', { email: 'new@example.com', list_ids: 's-news' }],
  ])('refuses an invalid %s', async (field, input) => {
    await using service = await startService();
    const { status, body } = await trigger(service, subscribers, input);
    expect({ status, fields: Object.keys(body.details) }).toEqual({ status: 400, fields: [field] });
    expect((await service.get('/v1/subscribers')).body).toHaveLength(3);
  });
});

test.each([true, false])('MILESTONE answers 410 (enabled: %s)', async (isEnabled) => {
  await using service = await startService();
  await service.send('PATCH', '/v1/incoming-webhooks/i-m', { isEnabled });
  expect((await trigger(service, milestones, {})).status).toBe(410);
  expect(await triggeredAt(service, 'i-m')).toBeNull();
});

test('a disabled webhook answers like one that does not exist', async () => {
  await using service = await startService();
  await service.send('PATCH', '/v1/incoming-webhooks/i-r', { isEnabled: false });
  const disabled = await trigger(service, releases, draft);
  expect(disabled.status).toBe(404);
  expect(await trigger(service, '/incoming/nobody-knows-this', draft)).toMatchObject({
    status: 404,
    body: disabled.body,
  });
});

test('a webhook accepts only POST', async () => {
  await using service = await startService();
  const { status, headers } = await service.get(releases);
  expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
});
