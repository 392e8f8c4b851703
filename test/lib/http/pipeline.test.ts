import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen } from '../../../src/lib/http/listen.ts';
import { eventually } from '../../support/eventually.ts';

const post = (n: number, body = 'x'.repeat(1000)) =>
  `POST /${n} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const get = (n: number) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`;
const pathOf = ({ url }: Request) => new URL(url).pathname;

/** Counts the requests that a server has read, answered or not. */
function countParsed(port: number) {
  const channel = 'http.server.request.start';
  let count = 0;
  const onRequest = (message: unknown) => {
    const { socket } = message as { socket: { localPort?: number } };
    if (socket.localPort === port) count += 1;
  };
  subscribe(channel, onRequest);
  return {
    count: () => count,
    [Symbol.dispose]: () => void unsubscribe(channel, onRequest),
  };
}

test('handles one request of a connection at a time, in order', async () => {
  let underway = 0;
  let most = 0;
  const handled: string[] = [];
  await using server = await listen({
    port: 0,
    fetch: async (request) => {
      underway += 1;
      most = Math.max(most, underway);
      await request.text();
      underway -= 1;
      handled.push(pathOf(request));
      return new Response('here');
    },
  });
  const socket = connect(server.port, '127.0.0.1');
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  socket.write(numbers.map((n) => post(n)).join(''));
  socket.write('GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect((await text(socket)).match(/HTTP\/1.1 200 OK/g)).toHaveLength(301);
  expect(handled).toEqual([...numbers.map((n) => `/${n}`), '/last']);
  expect(most).toBe(1);
});

test('stops reading a connection while its requests wait', async () => {
  const [arrived, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using server = await listen({
    port: 0,
    fetch: async (request) => {
      await request.text();
      if (pathOf(request) === '/9') {
        arrived.resolve();
        await finish.promise;
      }
      return new Response('here');
    },
  });
  using parsed = countParsed(server.port);
  const socket = connect(server.port, '127.0.0.1');
  const answers = text(socket);
  socket.write(Array.from({ length: 5000 }, (_, n) => post(n)).join(''));
  await arrived.promise;
  // Answers to other connections show that the server has had time to read this one.
  for (let n = 0; n < 20; n += 1) await (await fetch(server.url)).text();
  // The server has read only one chunk of the connection: Node reads 64 KiB at a time.
  expect(parsed.count()).toBeLessThan(200);
  finish.resolve();
  await eventually(parsed.count).toBe(5020);
  socket.end();
  await answers;
});

test('starts no further requests of a connection that is gone', async () => {
  const [arrived, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: string[] = [];
  await using server = await listen({
    port: 0,
    fetch: async (request) => {
      begun.push(pathOf(request));
      if (pathOf(request) !== '/0') return new Response('here');
      arrived.resolve();
      await finish.promise;
      return new Response('late');
    },
  });
  const socket = connect(server.port, '127.0.0.1');
  socket.write(get(0) + get(1) + get(2));
  await arrived.promise;
  socket.resetAndDestroy();
  finish.resolve();
  await (await fetch(`${server.url}/other`)).text();
  expect(begun).toEqual(['/0', '/other']);
});

test('on closing, finishes the running request of a connection and starts no further one', async () => {
  const [arrived, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: string[] = [];
  const server = await listen({
    port: 0,
    fetch: async (request) => {
      begun.push(pathOf(request));
      arrived.resolve();
      await finish.promise;
      return new Response('here');
    },
  });
  const socket = connect(server.port, '127.0.0.1');
  // The server cuts the connection off after the answer, while requests are still being sent.
  socket.on('error', () => {});
  socket.write(Array.from({ length: 100 }, (_, n) => get(n)).join(''));
  const answers = text(socket);
  await arrived.promise;
  const closed = server[Symbol.asyncDispose]();
  finish.resolve();
  expect((await answers).match(/HTTP\/1.1 200 OK/g)).toHaveLength(1);
  await closed;
  expect(begun).toEqual(['/0']);
});
