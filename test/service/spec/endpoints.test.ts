import { describe, expect, test } from 'vitest';
import { shareService } from '../shared.ts';
import { startService } from '../start.ts';

// docs/api.md, "Operations": one test for each row. Every answer is also checked against the
// OpenAPI document.

const draft = { title: 'New', slug: 'new', status: 'DRAFT' };

test.each([
  ['POST', '/v1/releases', draft, 201],
  ['PATCH', '/v1/releases/oldest', { title: 'Other' }, 200],
  ['DELETE', '/v1/releases/oldest', undefined, 204],
  ['POST', '/v1/releases/draft/publish', undefined, 200],
  ['POST', '/v1/subscriber-lists', { name: 'New' }, 201],
  ['PATCH', '/v1/subscriber-lists/s-news', { name: 'New' }, 200],
  ['DELETE', '/v1/subscriber-lists/s-news', undefined, 200],
  ['PATCH', '/v1/incoming-webhooks/i-r', { name: 'New', isEnabled: false }, 200],
])('%s %s with %j answers %i', async (method, path, body, expected) => {
  await using service = await startService();
  expect((await service.send(method, path, body)).status).toBe(expected);
});

describe('without changing anything,', () => {
  const shared = shareService();

  test.each([
    ['GET', '/v1/workspace', undefined, 200],
    ['GET', '/v1/releases', undefined, 200],
    ['GET', '/v1/releases/oldest', undefined, 200],
    ['GET', '/v1/releases/none', undefined, 404],
    ['PATCH', '/v1/releases/none', { title: 'Other' }, 404],
    ['DELETE', '/v1/releases/none', undefined, 404],
    ['POST', '/v1/releases/draft/publish', { status: 'none' }, 400],
    ['POST', '/v1/releases/none/publish', undefined, 404],
    ['GET', '/v1/milestones', undefined, 200],
    ['GET', '/v1/milestones/first', undefined, 200],
    ['GET', '/v1/milestones/none', undefined, 404],
    ['GET', '/v1/subscribers', undefined, 200],
    ['PATCH', '/v1/subscriber-lists/none', { name: 'New' }, 404],
    ['DELETE', '/v1/subscriber-lists/none', undefined, 404],
    ['GET', '/v1/incoming-webhooks', undefined, 200],
    ['GET', '/v1/incoming-webhooks/i-r', undefined, 200],
    ['GET', '/v1/incoming-webhooks/none', undefined, 404],
    ['PATCH', '/v1/incoming-webhooks/none', { name: 'New' }, 404],
    ['GET', '/v1/projects', undefined, 200],
    ['GET', '/v1/contributors', undefined, 200],
  ])('%s %s with %j answers %i', async (method, path, body, expected) => {
    expect((await shared().send(method, path, body)).status).toBe(expected);
  });

  test.each([
    ['GET', '/v1/workspace'],
    ['POST', '/v1/releases'],
    ['PATCH', '/v1/releases/oldest'],
    ['DELETE', '/v1/releases/oldest'],
    ['POST', '/v1/releases/draft/publish'],
    ['POST', '/v1/subscriber-lists'],
    ['PATCH', '/v1/incoming-webhooks/i-r'],
    ['GET', '/v1/none'],
  ])('%s %s answers 401 without a key, and changes nothing', async (method, path) => {
    const service = shared();
    const before = (await service.get('/v1/releases')).body;
    expect((await service.call(path, { method, headers: { authorization: '' } })).status).toBe(401);
    expect((await service.get('/v1/releases')).body).toEqual(before);
  });
});

test('a deleted release is gone, from lists too', async () => {
  await using service = await startService();
  await service.send('DELETE', '/v1/releases/timed');
  expect((await service.get('/v1/releases/timed')).status).toBe(404);
  expect((await service.get('/v1/releases')).body).toHaveLength(5);
});

describe('subscriber lists', () => {
  const shared = shareService();

  test.each([
    ['2 characters', 'ab', 400],
    ['3 characters', 'abc', 201],
    ['50 characters', 'a'.repeat(50), 201],
    ['51 characters', 'a'.repeat(51), 400],
    ['no text', 7, 400],
    ['nothing', undefined, 400],
  ])('accept or refuse a name of %s (Limits: name)', async (_what, name, expected) => {
    const service = shared();
    expect((await service.send('POST', '/v1/subscriber-lists', { name })).status).toBe(expected);
    const renamed = await service.send('PATCH', '/v1/subscriber-lists/s-news', { name });
    expect(renamed.status).toBe(expected === 201 ? 200 : 400);
  });

  test('start empty', async () => {
    await using service = await startService();
    const { body } = await service.send('POST', '/v1/subscriber-lists', { name: 'Fresh' });
    const now = service.clock.now().toISOString();
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Fresh',
      subscriber_count: 0,
      created_at: now,
      updated_at: now,
    });
  });

  test('have their new name in their subscribers, too', async () => {
    await using service = await startService();
    await service.send('PATCH', '/v1/subscriber-lists/s-alerts', { name: 'Alarms' });
    const { body } = await service.get('/v1/subscribers?list_ids=s-alerts');
    expect(body[0].lists[0]).toEqual({ id: 's-alerts', name: 'Alarms' });
  });

  test('can be deleted without deleting their subscribers', async () => {
    await using service = await startService();
    const { body } = await service.send('DELETE', '/v1/subscriber-lists/s-alerts');
    expect(body).toEqual({ success: true });
    const subscribers = (await service.get('/v1/subscribers')).body;
    expect(subscribers[0]).toMatchObject({ id: 'u-2', lists: [{ id: 's-news' }] });
  });
});

describe('updating an incoming webhook', () => {
  const shared = shareService();

  test('changes name and isEnabled independently', async () => {
    await using service = await startService();
    const path = '/v1/incoming-webhooks/i-r';
    const renamed = (await service.send('PATCH', path, { name: 'Build' })).body;
    expect(renamed).toMatchObject({ name: 'Build', isEnabled: true });
    const disabled = (await service.send('PATCH', path, { isEnabled: false })).body;
    expect(disabled).toMatchObject({ name: 'Build', isEnabled: false });
    expect(disabled.updatedAt).toBe(service.clock.now().toISOString());
  });

  test.each([
    ['name', 7],
    ['isEnabled', 'no'],
  ])('refuses %s of the wrong type', async (field, value) => {
    const { status, body } = await shared().send('PATCH', '/v1/incoming-webhooks/i-r', {
      [field]: value,
    });
    expect({ status, fields: Object.keys(body.details) }).toEqual({ status: 400, fields: [field] });
  });
});
