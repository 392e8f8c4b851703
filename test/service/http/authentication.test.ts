import { expect, test } from 'vitest';
import { shareService } from '../shared.ts';
import { apiKey, startService } from '../start.ts';

const shared = shareService();
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

test.each([
  ['bearer', `Bearer ${apiKey}`],
  ['basic with an empty password', basic(`${apiKey}:`)],
  ['a scheme in lower case', `bearer ${apiKey}`],
])('accepts %s (Authentication 2, 3)', async (_what, authorization) => {
  expect((await shared().call('/v1/workspace', { headers: { authorization } })).status).toBe(200);
});

test.each(['a:b', ':', 'a:', '::b'])('accepts the key %j with Basic', async (key) => {
  await using service = await startService({ apiKey: key });
  const headers = { authorization: basic(`${key}:`) };
  expect((await service.call('/v1/workspace', { headers })).status).toBe(200);
});

test.each([
  ['no credentials', ''],
  ['another key', 'Bearer nope'],
  ['a longer key', `Bearer ${apiKey}x`],
  ['a password', basic(`${apiKey}:secret`)],
  ['the key as the password', basic(`:${apiKey}`)],
  ['another scheme', `Digest ${apiKey}`],
  ['no scheme', apiKey],
])('answers 401 with the error body for %s (Authentication 4)', async (_what, authorization) => {
  const { status, body, headers } = await shared().call('/v1/releases', {
    headers: { authorization },
  });
  expect({ status, body }).toEqual({ status: 401, body: { error: expect.any(String) } });
  expect(headers.get('www-authenticate')).toContain('Bearer');
});

test('answers 404 with the error body for an unknown address', async () => {
  for (const path of ['/v1/labels', '/v2/releases', '/', '/v1/releases/'])
    expect(await shared().get(path)).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
});

test('answers 405 with the error body and the allowed methods', async () => {
  const { status, body, headers } = await shared().send('PUT', '/v1/workspace', {});
  expect({ status, body }).toEqual({ status: 405, body: { error: expect.any(String) } });
  expect(headers.get('allow')).toBe('GET');
});
