import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver.ts';
import { hook } from '../events/hooks.ts';
import { apiKey, type Running, startService } from '../start.ts';

const publicUrl = 'https://api.example.com';

/** Asks under a name that the client made up, as no `fetch` can. */
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

test('where the public address is set, no answer is named by the request', async () => {
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

test('where the public address is set, no event is named by the request that causes it', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService({ publicUrl });
  await hook(service, receiver.url);
  const answer = await askAs('evil.example', service, '/v1/releases/timed/publish', 'POST');
  const { body } = await receiver.until(1);
  const url = `${publicUrl}/files/hero.png`;
  expect([JSON.parse(answer).hero.url, JSON.parse(body).data.hero.url]).toEqual([url, url]);
});

test('a picture of the service is known by its public address when it is sent back', async () => {
  await using service = await startService({ publicUrl });
  const hero = { type: 'image', url: `${publicUrl}/files/hero.png` };
  await service.send('PATCH', '/v1/releases/oldest', { hero });
  const kept = service.db.selectFrom('release').select('hero').where('id', '=', 'oldest');
  expect(JSON.parse((await kept.executeTakeFirst())?.hero ?? '')).toEqual({
    ...hero,
    url: '/files/hero.png',
  });
});

test('without it, a request names the service', async () => {
  await using service = await startService();
  const answer = await askAs('other.example', service, '/v1/releases/timed');
  expect(JSON.parse(answer).hero.url).toBe('http://other.example/files/hero.png');
});
