import { expect, test } from 'vitest';
import { key, startClient } from './start-client.ts';

test('reads a resource below /v1, with its query', async () => {
  await using it = await startClient(() => Response.json([{ id: 'a' }]));
  expect(await it.client.get('releases', { offset: 0, status: 'RELEASED' })).toEqual({
    kind: 'found',
    value: [{ id: 'a' }],
  });
  expect(it.server.asked.map(({ path }) => path)).toEqual([
    '/v1/releases?offset=0&status=RELEASED',
  ]);
});

test('takes a 404 for an answer, not for a failure', async () => {
  await using it = await startClient(() => Response.json({ error: 'gone' }, { status: 404 }));
  expect(await it.client.get('releases/x')).toEqual({ kind: 'missing' });
});

test('reads JSON of a more special content type', async () => {
  const headers = { 'content-type': 'application/vnd.api+json; charset=utf-8' };
  await using it = await startClient(() => new Response('{}', { headers }));
  expect(await it.client.get('workspace')).toEqual({ kind: 'found', value: {} });
});

test.each([
  ['bearer', `Bearer ${key}`],
  ['basic', `Basic ${btoa(`${key}:`)}`],
] as const)('sends the key as the %s scheme has it', async (auth, authorization) => {
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

test('asks nothing more once its signal says stop', async () => {
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
