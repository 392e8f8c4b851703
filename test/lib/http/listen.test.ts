import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { HttpBindings } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import { listen, listenNear } from '../../../src/lib/http/listen.ts';
import { AddressError, PortTakenError } from '../../../src/lib/http/listen-errors.ts';

const fetchHandler = () => new Response('here');

test('answers at the URL that it returns', async () => {
  await using server = await listen({ port: 0, fetch: fetchHandler });
  expect(await (await fetch(server.url)).text()).toBe('here');
  expect(new URL(server.url).port).toBe(String(server.port));
});

test('puts an IPv6 address in brackets in its URL', async () => {
  await using server = await listen({ port: 0, fetch: fetchHandler, hostname: '::1' });
  expect(server.url).toBe(`http://[::1]:${server.port}`);
});

test('says which port is in use, and what to do', async () => {
  await using first = await listen({ port: 0, fetch: fetchHandler });
  const failed = await listen({ port: first.port, fetch: fetchHandler }).catch((error) => error);
  expect(failed).toBeInstanceOf(PortTakenError);
  expect(failed).toMatchObject({
    port: first.port,
    message: `Port ${first.port} is in use. Stop the program that uses it, or choose another port (--port; for the receiver, WEBHOOK_PORT).`,
    cause: { code: 'EADDRINUSE' },
  });
});

test('takes a later port if the requested one is in use', async () => {
  await using first = await listen({ port: 0, fetch: fetchHandler });
  await using second = await listenNear({ port: first.port, fetch: fetchHandler });
  expect(second.port).toBeGreaterThan(first.port);
});

test('gives up after the given number of ports', async () => {
  await using first = await listen({ port: 0, fetch: fetchHandler });
  const looking = listenNear({ port: first.port, fetch: fetchHandler }, 1);
  await expect(looking).rejects.toBeInstanceOf(PortTakenError);
});

test('names an address that it cannot listen on, and the reason', async () => {
  const looking = listen({ port: 0, fetch: fetchHandler, hostname: '192.0.2.1' });
  await expect(looking).rejects.toThrow(AddressError);
  await expect(looking).rejects.toMatchObject({
    message: expect.stringMatching(/^192.0.2.1:0 cannot be used \(.*EADDRNOTAVAIL/),
    cause: { code: 'EADDRNOTAVAIL' },
  });
});

/** A server that is answering a request until `finish` is called. */
async function busyServer() {
  const [arrived, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await listen({
    port: 0,
    fetch: async () => {
      arrived.resolve();
      await finish.promise;
      return new Response('done');
    },
  });
  const answer = fetch(server.url).then((response) => response.text());
  await arrived.promise;
  return { server, answer, finish: finish.resolve };
}

test('waits for running requests before it closes', async () => {
  const { server, answer, finish } = await busyServer();
  const order: string[] = [];
  const closing = server[Symbol.asyncDispose]().then(() => order.push('closed'));
  await new Promise(setImmediate);
  order.push('finishing');
  finish();
  expect(await answer).toBe('done');
  await closing;
  expect(order).toEqual(['finishing', 'closed']);
});

// Without this, Node would keep the connection alive for longer than the test's timeout.
test('does not wait for idle keep-alive connections', { timeout: 2000 }, async () => {
  const { server, answer, finish } = await busyServer();
  const closing = server[Symbol.asyncDispose]();
  finish();
  await closing;
  expect(await answer).toBe('done');
});

test.each([
  ['says nothing', ''],
  ['has sent half a head', 'GET / HTTP/1.1\r\nHost:'],
  ['has sent half a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{'],
])('closes after a grace period although a client %s', async (_what, bytes) => {
  const read = async (request: Request) => new Response(await request.text());
  const server = await listen({ port: 0, fetch: read, graceMs: 20 });
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  socket.on('error', () => {}); // It is cut off.
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(bytes);
  // When another request is answered, the server has accepted the connection above.
  await fetch(server.url).then((response) => response.text());
  await server[Symbol.asyncDispose]();
  await closed;
});

test('refuses connections once it is closed', async () => {
  const server = await listen({ port: 0, fetch: fetchHandler });
  await server[Symbol.asyncDispose]();
  await expect(fetch(server.url)).rejects.toThrow();
});

describe('of clients who hold connections open', () => {
  const hold = async (port: number, bytes = '') => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {}); // It is cut off.
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };

  test('the one whose last request is longest ago is cut off to make room', async () => {
    const server = await listen({ port: 0, fetch: fetchHandler, maxConnections: 2, graceMs: 20 });
    const asking = await hold(server.port);
    const silent = await hold(server.port);
    asking.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(asking, 'data');
    const isCutOff = once(silent, 'close');
    expect(await (await fetch(server.url)).text()).toBe('here');
    await isCutOff;
    expect(asking.closed).toBe(false);
    asking.destroy();
    await server[Symbol.asyncDispose]();
  });

  test('one that does not read its response is cut off after a while', async () => {
    const isCutOff = Promise.withResolvers<void>();
    await using server = await listen({
      port: 0,
      fetch: (_request, env) => {
        (env as HttpBindings).outgoing.once('close', () => isCutOff.resolve());
        return new Response(new Uint8Array(50_000_000));
      },
      idleMs: 50,
      graceMs: 20,
    });
    const holding = await hold(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    holding.pause();
    await isCutOff.promise;
    holding.destroy();
  });
});

/** Sends bytes, and gives all that comes back until the server closes the connection. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {}); // It may be cut off while it still sends.
  socket.write(bytes);
  return text(socket);
}

describe('a response that is sent before the request body has arrived', () => {
  const refusing = () => new Response('too large', { status: 413 });
  const head = 'POST / HTTP/1.1\r\nHost: a\r\n';

  // Concurrent, because these tests mostly wait.
  test.concurrent.each([
    ['is only announced', `${head}Content-Length: 3000000\r\n\r\n`],
    ['is on its way', `${head}Content-Length: 3000000\r\n\r\n${'x'.repeat(200_000)}`],
    ['has no end', `${head}Transfer-Encoding: chunked\r\n\r\n186a0\r\n${'x'.repeat(100_000)}\r\n`],
  ])('arrives if the body %s, and the connection is closed', async (_which, bytes) => {
    await using server = await listen({ port: 0, fetch: refusing });
    const answer = await exchange(server.port, bytes);
    expect(answer).toMatch(/^HTTP\/1.1 413 [\s\S]*too large$/);
  });

  test.concurrent.each([
    ['', refusing],
    [
      ', also where somebody began to read that',
      (request: Request) => (request.body ? refusing() : new Response('no body')),
    ],
  ])('reaches a client that reads nothing until it has sent everything%s', async (_what, fetch) => {
    await using server = await listen({ port: 0, fetch });
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    const megabytes = 2;
    socket.write(`${head}Content-Length: ${megabytes * 1_000_000}\r\n\r\n`);
    for (let sent = 0; sent < megabytes; sent += 1) {
      const isSent = Promise.withResolvers<void>();
      socket.write('x'.repeat(1_000_000), () => isSent.resolve());
      await isSent.promise;
    }
    expect(await text(socket)).toContain('too large');
  });

  test('keeps the connection open if the whole body has arrived', async () => {
    await using server = await listen({ port: 0, fetch: refusing });
    const whole = `${head}Content-Length: 3\r\n\r\nabc`;
    const last = `${head}Content-Length: 3\r\nConnection: close\r\n\r\nabc`;
    const answers = await exchange(server.port, `${whole}${last}`);
    expect(answers.match(/^Connection: .*$/gm)).toEqual([
      'Connection: keep-alive',
      'Connection: close',
    ]);
  });
});

describe('a slow client', () => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n';

  // Concurrent, because these tests mostly wait.
  test.concurrent.each([
    ['says nothing', '', ''],
    ['sends its head drop by drop', 'POST / HTTP/1.1\r\nHost: a\r\n', 'x: y\r\n'],
    ['sends its body drop by drop', `${head}\r\n`, '.'],
  ])('that %s is cut off with 408', async (_how, start, drop) => {
    const server = await listen({
      port: 0,
      fetch: async (request) => new Response(await request.text()),
      timeoutMs: 100,
      graceMs: 20,
      malformed: '{"error":"no"}',
    });
    // This client does not close its side of the connection either.
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => (answer += part));
    socket.on('error', () => {}); // It may be cut off in the middle of a drop.
    socket.write(start);
    const drops = setInterval(() => socket.write(drop), 20);
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('{"error":"no"}');
    await server[Symbol.asyncDispose]();
    clearInterval(drops);
    socket.destroy();
  });
});
