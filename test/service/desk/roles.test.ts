import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { routes } from '../../../src/service/desk/desk.ts';
import { signedIn, startDesk, visitorOf } from './visitor.ts';

// Every route of the table, for everybody who may come. A new route is tested without a new line.

const all = routes.map((route) => ({
  ...route,
  address: `/desk${route.path.replace(/:\w+/, `x-${randomUUID()}`)}`,
}));
const posts = all.filter(({ method }) => method === 'POST');
const guarded = all.filter(({ role }) => role !== 'anyone');

/** Everything that a request may have changed, without the times of sessions. */
async function stateOf({ db }: Awaited<ReturnType<typeof startDesk>>): Promise<string> {
  const tables = ['release', 'api_key', 'desk_user', 'desk_link', 'activity', 'file'] as const;
  const rows = tables.map((table) => db.selectFrom(table).selectAll().execute());
  return JSON.stringify(await Promise.all(rows));
}

test('the table has every route once, and those that change something are not open to anyone', () => {
  expect(posts.length).toBeGreaterThan(5);
  expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
  expect(all.filter(({ role }) => role === 'anyone').map(({ path }) => path)).toEqual([
    ...['/sign-in/:secret', '/sign-in/:secret'],
  ]);
});

test('strangers see no page and change nothing', async () => {
  await using service = await startDesk();
  const before = await stateOf(service);
  const stranger = visitorOf(service, 'desk=forged');
  for (const { method, address } of guarded) {
    const page = await (method === 'GET' ? stranger.get(address) : stranger.post(address, {}));
    expect(page.status, address).toBe(401);
  }
  expect(await stateOf(service)).toBe(before);
});

test('writers cannot use what is for publishers', async () => {
  await using service = await startDesk();
  const writer = await signedIn(service, 'writer');
  const before = await stateOf(service);
  const forPublishers = all.filter(({ role }) => role === 'publisher');
  expect(forPublishers.map(({ path }) => path)).toContain('/keys/create');
  for (const { method, address } of forPublishers) {
    const page = await (method === 'GET' ? writer.get(address) : writer.post(address, {}));
    expect(page.status, address).toBe(403);
  }
  expect(await stateOf(service)).toBe(before);
});

test('a page of another site changes nothing, even if a publisher is signed in', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const before = await stateOf(service);
  const others = ['https://evil.example', 'null', `${service.url}.evil.example`, ''];
  for (const { address } of posts)
    for (const origin of others) {
      const page = await publisher.post(address, {}, { origin });
      expect(page.status, `${address} from ${origin}`).toBe(403);
    }
  for (const { address } of posts) {
    const none = await fetch(service.url + address, {
      method: 'POST',
      headers: { cookie: publisher.cookie() },
    });
    expect(none.status).toBe(403);
  }
  expect(await stateOf(service)).toBe(before);
});

test('no other method changes anything', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const before = await stateOf(service);
  for (const { address } of all)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const headers = { cookie: publisher.cookie(), origin: service.url };
      expect((await fetch(service.url + address, { method, headers })).status).toBe(404);
    }
  expect(await stateOf(service)).toBe(before);
});

test('guessed ids change nothing, and are no errors of the service', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  for (const { method, address } of all) {
    const values = { id: 'nothing', name: 'nobody', nonce: 'x'.repeat(16) };
    const page = await (method === 'GET'
      ? publisher.get(address)
      : publisher.post(address, values));
    expect(page.status, address).toBeLessThan(500);
    expect(page.html).not.toContain('[object');
  }
});

test('the API, files and incoming webhooks read no cookie', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const headers = { cookie: publisher.cookie(), authorization: '' };
  expect((await service.call('/v1/releases', { headers })).status).toBe(401);
  expect((await service.call('/v1/releases', { method: 'POST', headers, body: '{}' })).status).toBe(
    401,
  );
});
