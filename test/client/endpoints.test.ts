import { expect, test } from 'vitest';
import { createApi, identity } from '../../src/client/endpoints.ts';
import { messageOf, startClient } from './start-client.ts';

test('requests lists with the filters and the largest page size', async () => {
  await using it = await startClient(() => Response.json([]));
  await createApi(it.client).list('releases', { status: 'RELEASED' }, identity);
  expect(it.server.asked.map(({ path }) => path)).toEqual([
    '/v1/releases?status=RELEASED&offset=0&limit=100',
    '/v1/releases?status=RELEASED&offset=0&limit=100',
  ]);
});

test('escapes an id, so that it stays one segment of the path', async () => {
  await using it = await startClient(() => Response.json({}));
  await createApi(it.client).byId('releases', '../subscribers?x=1');
  expect(it.server.asked[0]?.path).toBe('/v1/releases/..%2Fsubscribers%3Fx%3D1');
});

test('returns "missing" for a record that does not exist', async () => {
  await using it = await startClient(() => new Response(null, { status: 404 }));
  expect(await createApi(it.client).byId('milestones', 'x')).toEqual({ kind: 'missing' });
});

test('says what to check when the workspace is not found', async () => {
  await using it = await startClient(() => new Response(null, { status: 404 }));
  expect(await messageOf(createApi(it.client).workspace(), it.server)).toMatchInlineSnapshot(`
    "GET http://api/v1/workspace failed: status 404.
    Check that API_BASE_URL is the address of the API, without /v1."
  `);
});

test('rejects a list that is not a JSON array', async () => {
  await using it = await startClient(() => Response.json({ data: [] }));
  expect(await messageOf(createApi(it.client).list('projects', {}, identity), it.server)).toContain(
    'GET http://api/v1/projects failed: expected a JSON array, received something else.',
  );
});
