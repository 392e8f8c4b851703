import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver.ts';
import { hook } from '../events/hooks.ts';
import { apiKey, type Running, startService } from '../start.ts';

const publicUrl = 'https://api.example.com';

/** Sends a request with the given Host header, which `fetch` does not allow. */
async function askAs(
  host: string,
  service: Running,
  path: string,
  method = 'GET',
): Promise<string> {
  const headers = { host, authorization: `Bearer ${apiKey}`, 'content-length': 0 };
  const sent = request(`${service.url}${path}`, { method, headers }).end();
  const [response] = await once(sent, 'response');
  return text(response);
}

test('with a public URL, no answer contains the host of the request', async () => {
  await using service = await startService({ publicUrl });
  for (const path of [
    '/v1/releases',
    '/v1/releases/timed',
    '/v1/incoming-webhooks',
    '/v1/incoming-webhooks/i-r',
  ]) {
    const answer = await askAs('evil.example', service, path);
    expect(answer).toContain(`"${publicUrl}/`);
    expect(answer).not.toContain('evil.example');
  }
});

test('with a public URL, no event contains the host of the request that caused it', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService({ publicUrl });
  await hook(service, receiver.url);
  const answer = await askAs('evil.example', service, '/v1/releases/timed/publish', 'POST');
  const { body } = await receiver.until(1);
  const url = `${publicUrl}/files/hero.png`;
  expect([JSON.parse(answer).hero.url, JSON.parse(body).data.hero.url]).toEqual([url, url]);
});

test('the public URL of a stored picture is saved as a path when a client sends it back', async () => {
  await using service = await startService({ publicUrl });
  const hero = { type: 'image', url: `${publicUrl}/files/hero.png` };
  await service.send('PATCH', '/v1/releases/oldest', { hero });
  const kept = service.db.selectFrom('release').select('hero').where('id', '=', 'oldest');
  expect(JSON.parse((await kept.executeTakeFirst())?.hero ?? '')).toEqual({
    ...hero,
    url: '/files/hero.png',
  });
});

test('without a public URL, an answer contains the host of the request', async () => {
  await using service = await startService();
  const answer = await askAs('other.example', service, '/v1/releases/timed');
  expect(JSON.parse(answer).hero.url).toBe('http://other.example/files/hero.png');
});
