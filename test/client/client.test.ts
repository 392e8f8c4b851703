import { expect, test } from 'vitest';
import { key, startClient } from './start-client.ts';

test('requests a resource below /v1 with its query', async () => {
  await using it = await startClient(() => Response.json([{ id: 'a' }]));
  expect(await it.client.get('releases', { offset: 0, status: 'RELEASED' })).toEqual({
    kind: 'found',
    value: [{ id: 'a' }],
  });
  expect(it.server.asked.map(({ path }) => path)).toEqual([
    '/v1/releases?offset=0&status=RELEASED',
  ]);
});

test('a 404 is a result, not an error', async () => {
  await using it = await startClient(() => Response.json({ error: 'gone' }, { status: 404 }));
  expect(await it.client.get('releases/x')).toEqual({ kind: 'missing' });
});

test('reads JSON with a content type such as application/vnd.api+json', async () => {
  const headers = { 'content-type': 'application/vnd.api+json; charset=utf-8' };
  await using it = await startClient(() => new Response('{}', { headers }));
  expect(await it.client.get('workspace')).toEqual({ kind: 'found', value: {} });
});

test.each([
  ['bearer', `Bearer ${key}`],
  ['basic', `Basic ${btoa(`${key}:`)}`],
] as const)('sends the key in the %s scheme', async (auth, authorization) => {
  await using it = await startClient(() => Response.json({}), { auth });
  await it.client.get('workspace');
  expect(it.server.asked[0]?.headers.get('authorization')).toBe(authorization);
});

test('downloads a file without credentials', async () => {
  await using it = await startClient(() => new Response('bytes'));
  const got = await it.client.download('/files/a.pdf');
  expect(got).toEqual({ kind: 'bytes', bytes: Buffer.from('bytes') });
  expect(it.server.asked[0]?.headers.has('authorization')).toBe(false);
});

test('makes no further request after its signal is aborted', async () => {
  const stop = new AbortController();
  await using it = await startClient(
    () => {
      stop.abort(new Error('stopped'));
      return new Response(null, { status: 503 });
    },
    { signal: stop.signal },
  );
  await expect(it.client.get('workspace')).rejects.toThrow('stopped');
  expect(it.server.asked).toHaveLength(1);
});
