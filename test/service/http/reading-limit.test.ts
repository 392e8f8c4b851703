import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createReadingLimit } from '../../../src/service/http/reading-limit.ts';
import { startService } from '../start.ts';

test('a new reader over the limit replaces the oldest', async () => {
  const crowd = createReadingLimit(2);
  const works = [1, 2, 3].map(() => Promise.withResolvers<string>());
  const [first, second, third] = works.map(({ promise }) => crowd(() => promise));
  expect(await first).toBeUndefined();
  for (const { resolve } of works) resolve('done');
  expect([await second, await third]).toEqual(['done', 'done']);
});

test('work that has finished or failed makes room for the next', async () => {
  const crowd = createReadingLimit(1);
  expect(await crowd(async () => 'done')).toBe('done');
  await expect(crowd(() => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off');
  expect(await crowd(async () => 'done too')).toBe('done too');
});

test('a client that stalls without a key is answered 503 to make room for others', async () => {
  await using service = await startService();
  const path = '/incoming/token-for-subscribers-1';
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n`;
  const hold = async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`${head}${'x'.repeat(1000)}`);
    // The answer to another request shows that this one has arrived.
    await service.get('/healthz');
    return socket;
  };
  const first = await hold();
  const others = [];
  for (let n = 0; n < 64; n += 1) others.push(await hold());
  const [answer] = await once(first, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nRetry-After: 1\r\n/i);
  const honest = { email: 'honest@example.com' };
  expect((await service.send('POST', path, honest)).status).toBe(201);
  for (const socket of [first, ...others]) socket.destroy();
});
