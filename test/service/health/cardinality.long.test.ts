import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { named, samplesOf } from '../../lib/metrics/samples.ts';
import { scraped, startWithMetrics } from './with-metrics.ts';

/** All methods, except those whose answers have no ordinary body. */
const methods = METHODS.filter((method) => !['CONNECT', 'HEAD'].includes(method));

/** Paths like those of existing routes and unknown ones; `n` makes each path unique. */
const paths = [
  (n: number) => `/random-${n}`,
  (n: number) => `/v1/random-${n}`,
  (n: number) => `/v1/releases/random-${n}`,
  (n: number) => `/incoming/random-${n}`,
  (n: number) => `/files/random-${n}`,
  (n: number) => `/v1/releases?random-${n}=1`,
  (n: number) => `/readyz?random-${n}`,
  (n: number) => `/metrics/random-${n}`,
];

test('10,000 different addresses with all methods create few series, and none contains an address', async () => {
  await using service = await startWithMetrics();
  const requests = Array.from({ length: 10_000 }, (_, n) => {
    const method = methods[n % methods.length];
    const path = paths[Math.floor(n / methods.length) % paths.length]?.(n);
    return `${method} ${path} HTTP/1.1\r\nHost: random-${n}.example\r\nContent-Length: 0\r\n\r\n`;
  });
  await Promise.all(
    Array.from({ length: 4 }, (_, part) =>
      sendAll(
        service.url,
        requests.filter((_one, n) => n % 4 === part),
      ),
    ),
  );
  const body = await scraped(service);
  expect(body).not.toContain('random');
  const counted = named(samplesOf(body), 'waymark_http_requests_total');
  const total = Object.values(counted).reduce((sum, count) => sum + count, 0);
  expect(total).toBe(10_000);
  expect(Object.keys(counted).length).toBeLessThan(60);
  const routes = Object.keys(counted).map((sample) => /route="([^"]*)"/.exec(sample)?.[1]);
  expect(new Set(routes)).toEqual(
    new Set([
      'unknown',
      '/v1/releases/{id}',
      '/v1/releases',
      '/incoming/{token}',
      '/files/{name}',
      '/readyz',
    ]),
  );
});

/** Sends all requests over one connection, and waits until each is answered. */
async function sendAll(url: string, requests: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answered = 0;
  const done = Promise.withResolvers<void>();
  let rest = '';
  socket.on('data', (bytes) => {
    const text = rest + bytes.toString('latin1');
    const answers = text.split('HTTP/1.1 ').length - 1;
    answered += answers;
    rest = text.slice(-8);
    if (answered === requests.length) done.resolve();
  });
  socket.on('error', done.reject);
  socket.on('close', () => done.reject(new Error(`hung up after ${answered}`)));
  await once(socket, 'connect');
  socket.write(requests.join(''));
  await done.promise;
  socket.destroy();
}
