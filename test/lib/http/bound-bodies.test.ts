import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '../../../src/lib/http/listen.ts';

const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const malformed = '{"error":"malformed"}';

/** A server that counts the pieces of the bodies that it reads. */
async function startCounting() {
  let pieces = 0;
  const server = await listen({
    port: 0,
    malformed,
    fetch: async ({ body }) => {
      for await (const _ of body ?? []) pieces += 1;
      return new Response('read');
    },
  });
  return Object.assign(server, { pieces: () => pieces });
}

test('a body in very many tiny pieces is refused, and most pieces are never handled', async () => {
  await using server = await startCounting();
  const socket = connect(server.port, '127.0.0.1');
  socket.write(chunked + '1\r\nx\r\n'.repeat(20_000));
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"error":"malformed"\}$/);
  expect(server.pieces()).toBeLessThan(5000);
});

test('a large body in small pieces is read', async () => {
  await using server = await startCounting();
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`${chunked + `200\r\n${'x'.repeat(512)}\r\n`.repeat(10_000)}0\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test('a client that is still sending when it is refused can finish, and use the connection', async () => {
  await using server = await listen({ port: 0, fetch: () => new Response('no', { status: 401 }) });
  const socket = connect(server.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
  // Longer than servers usually wait for the rest.
  await delay(700);
  socket.write('x'.repeat(1000));
  socket.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect((await text(socket)).match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
});

test('a client that never stops sending after its answer is cut off', async () => {
  await using server = await listen({ port: 0, fetch: () => new Response('no', { status: 401 }) });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  const megabyte = Buffer.alloc(1024 * 1024);
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${10 ** 12}\r\n\r\n`);
  const send = () => {
    while (!socket.destroyed && socket.write(megabyte));
  };
  socket.on('drain', send);
  send();
  await new Promise((resolve) => socket.resume().once('close', resolve));
  expect(socket.bytesWritten).toBeLessThan(10 ** 10);
});
