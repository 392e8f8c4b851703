import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { addHook } from '../../src/service/events/hooks.ts';
import { startReceiver } from './receiver.ts';
import { startService } from './start.ts';

const published = { event: 'release.published' } as const;

test('publishes a draft at once (States: DRAFT to RELEASED)', async () => {
  await using service = await startService();
  const { status, body } = await service.send('POST', '/v1/releases/draft/publish');
  const now = service.clock.now().toISOString();
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'RELEASED', released_at: now, updated_at: now });
  expect((await service.get('/v1/releases/draft')).body).toEqual(body);
});

test('publishes a scheduled release early (States: SCHEDULED to RELEASED)', async () => {
  await using service = await startService();
  const { body } = await service.send('POST', '/v1/releases/timed/publish', { status: 'RELEASED' });
  expect(body.status).toBe('RELEASED');
  expect(body).not.toHaveProperty('scheduled_at');
});

test('answers 400 for a release that is released already and leaves it as it is', async () => {
  await using service = await startService();
  const before = (await service.get('/v1/releases/oldest')).body;
  expect(await service.send('POST', '/v1/releases/oldest/publish')).toMatchObject({
    status: 400,
    body: { error: expect.any(String) },
  });
  expect((await service.get('/v1/releases/oldest')).body).toEqual(before);
});

test.each([
  ['an unknown status', { status: 'DRAFT' }],
  ['a body that is not an object', 'now'],
])('answers 400 for %s (Publish rules 2)', async (_what, body) => {
  await using service = await startService();
  const { status } = await service.send('POST', '/v1/releases/draft/publish', body);
  expect(status).toBe(400);
});

test('answers 404 for an unknown id (Publish rules 3)', async () => {
  await using service = await startService();
  expect((await service.send('POST', '/v1/releases/none/publish')).status).toBe(404);
});

test('tells the hooks of a release that went live, signed over the bytes sent', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService();
  const { secret } = addHook(service.database, { url: receiver.url, ...published }, new Date());
  const release = (await service.send('POST', '/v1/releases/draft/publish')).body;
  await receiver.until(1);
  const [{ headers, body } = { headers: new Headers(), body: '' }] = receiver.received;
  expect(JSON.parse(body)).toEqual({
    type: 'release.published',
    timestamp: release.released_at,
    data: release,
  });
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(signed);
  expect(headers.get('webhook-signature')).toBe(`v1,${signature.digest('base64')}`);
});

test('emits nothing when the release was released already', async () => {
  await using receiver = await startReceiver(200);
  await using service = await startService();
  addHook(service.database, { url: receiver.url, ...published }, new Date());
  await service.send('POST', '/v1/releases/oldest/publish');
  await service.send('POST', '/v1/releases/draft/publish');
  await receiver.until(1);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.id)).toEqual(['draft']);
});

test('signs with a secret that the caller brings', async () => {
  await using service = await startService();
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const hook = addHook(
    service.database,
    { url: 'http://127.0.0.1:9', ...published, secret },
    new Date(),
  );
  expect(hook.secret).toBe(secret);
});
