import { expect, test } from 'vitest';
import { startClient } from '../client/start-client.ts';
import { startServer } from '../support/scripted-server.ts';
import { mirrorOf, startMirror } from './start-mirror.ts';

test.each([
  '/v1/releases',
  '/v1',
  '/V1/releases',
  '/v2/subscribers',
  '//v1/releases',
  '/./v1/releases',
  '/files/../v1/releases',
  '/files/%2e%2e/v1/releases',
  '/%76%31/releases',
  '/%761/releases',
  '/%2Fv1/releases',
  '/files/..%2fv1/releases',
  '\\v1\\releases',
  '/incoming/token',
  '/incoming',
  '/%69ncoming/token',
])('never requests an API route as a picture (%s)', async (address) => {
  await using it = await startMirror({});
  const { asset, missing } = await it.mirror.fetch(address, 'picture', false);
  expect(asset).toBeUndefined();
  expect(it.server.asked).toEqual([]);
  expect(missing?.note).toMatch(/^left out /);
});

test.each(['/api/v1/releases', '/v1/releases', '/api/incoming/token'])(
  'never requests a route of an API below a base path: %s',
  async (address) => {
    await using server = await startServer(() => new Response('x'));
    await using it = await startClient(() => new Response(null), { baseUrl: `${server.url}/api` });
    using mirror = mirrorOf(it.client);
    expect((await mirror.fetch(address, 'file', false)).asset).toBeUndefined();
    expect(server.asked).toEqual([]);
  },
);

test('requests a file whose name only looks like an API route', async () => {
  await using it = await startMirror({ '/files/v1/notes': 'x', '/v1.pdf': 'x' });
  expect((await it.mirror.fetch('/files/v1/notes', 'file', false)).asset).toBeDefined();
  expect((await it.mirror.fetch('/v1.pdf', 'file', false)).asset).toBeDefined();
});

test('never requests another origin on this machine', async () => {
  await using other = await startServer(() => new Response('x'));
  await using it = await startMirror({});
  expect((await it.mirror.fetch(`${other.url}/a.png`, 'picture', false)).asset).toBeUndefined();
  expect(
    (await it.mirror.fetch(other.url.replace('http:', ''), 'file', false)).asset,
  ).toBeUndefined();
  expect(other.asked).toEqual([]);
});

test('does not follow a redirect of a file', async () => {
  await using it = await startClient(() => Response.redirect('http://127.0.0.1:1/x', 302));
  using mirror = mirrorOf(it.client);
  const { missing } = await mirror.fetch('/files/x', 'file', false);
  expect(missing?.note).toBe(
    'left out /files/x: it is a redirect, and only https addresses are fetched',
  );
});
