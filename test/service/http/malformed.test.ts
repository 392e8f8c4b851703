import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { startService } from '../start.ts';

describe('a malformed or unusual request', () => {
  async function raw(url: string, bytes: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  }

  test.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    ['no host', 'GET /v1/releases HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['a backslash', 'GET /v1\\x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    [
      'a head that is too large',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['TRACE', 'TRACE /v1/releases HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 401],
    ['an odd method', 'PURGE /v1/releases HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 401],
  ])('is answered with the error body: %s', async (_what, bytes, status) => {
    await using service = await startService();
    const answer = await raw(service.url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({ error: expect.any(String) });
  });
});

test('a request whose body breaks off is not logged as an error', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'error', destination: { write: (line) => lines.push(line) } });
  {
    await using service = await startService({ log });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const path = '/incoming/token-for-subscribers-1';
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{`);
    // The answer to another request shows that this one has arrived.
    await service.get('/healthz');
    socket.destroy();
    // Disposing of the service waits for requests in progress.
  }
  expect(lines).toEqual([]);
});
