import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { messageOf, startClient } from './start-client.ts';

const json = { 'content-type': 'application/json' };

test('an HTML page as the answer is an error', async () => {
  const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  await using it = await startClient(page);
  expect(await messageOf(it.client.get('workspace'), it.server)).toMatchInlineSnapshot(`
    "GET http://api/v1/workspace failed: expected application/json, received text/html.
    Check that API_BASE_URL is the API itself, not a website."
  `);
});

test('truncated JSON is an error', async () => {
  await using it = await startClient(() => new Response('[{"id":"a"},{"i', { headers: json }));
  expect(await messageOf(it.client.get('releases'), it.server)).toMatchInlineSnapshot(`
    "GET http://api/v1/releases failed: the answer is not valid JSON.
    Try again. If it happens again, report it to the operators of the API."
  `);
});

test('JSON that is nested thousands of levels deep is an error', async () => {
  const nested = '['.repeat(200_000) + ']'.repeat(200_000);
  await using it = await startClient(() => new Response(nested, { headers: json }));
  expect(await messageOf(it.client.get('releases'), it.server)).toMatchInlineSnapshot(`
    "GET http://api/v1/releases failed: the answer is not valid JSON: it is nested more than 100 levels deep.
    Try again. If it happens again, report it to the operators of the API."
  `);
});

test('retries when the connection breaks in the middle of an answer', async () => {
  await using it = await startClient((_path, turn, { socket }) => {
    if (turn > 0) return Response.json([]);
    const half = new TextEncoder().encode('[{"id"');
    const pull = async (controller: ReadableStreamDefaultController) => {
      if (!socket.bytesWritten) controller.enqueue(half);
      else socket.destroy();
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers: json });
  });
  expect(await it.client.get('releases')).toEqual({ kind: 'found', value: [] });
  expect(it.server.asked).toHaveLength(2);
});

test.each([
  ['plain', (body: ReadableStream) => new Response(body, { headers: json })],
  [
    'gzip',
    (body: ReadableStream) =>
      new Response(body.pipeThrough(new CompressionStream('gzip')), {
        headers: { ...json, 'content-encoding': 'gzip' },
      }),
  ],
])('stops reading a body that never ends (%s)', async (_what, respond) => {
  await using it = await startClient(() => respond(endless()));
  expect(await messageOf(it.client.get('releases'), it.server)).toContain(
    'the answer is too large',
  );
});

test.each([
  ['reads a body of 10 MiB', 10 * 1024 * 1024, []],
  ['refuses one byte more, however small it travelled', 10 * 1024 * 1024 + 1, undefined],
])('%s', async (_what, size, value) => {
  const body = gzipSync(Buffer.from('[]'.padEnd(size)));
  const headers = { ...json, 'content-encoding': 'gzip' };
  await using it = await startClient(() => new Response(body, { headers }));
  const got = await it.client.get('releases').catch(() => ({ value: undefined }));
  expect(got).toHaveProperty('value', value);
});

/** An endless body of spaces, which JSON allows between tokens. */
function endless(): ReadableStream {
  const chunk = Buffer.alloc(256 * 1024, ' ');
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}
