import { describe, expect, test } from 'vitest';
import { release, sample } from '../sample.ts';
import { shareService } from '../shared.ts';
import { startService } from '../start.ts';

// RFC 9110, 8.8.3 "ETag", 12.5.3 "Accept-Encoding" and 13.1.2 "If-None-Match".

const files = [
  { name: 'notes.txt', type: 'text/plain', bytes: new Uint8Array(5000).fill(97) },
  { name: 'hero.png', type: 'image/png', bytes: new Uint8Array(5000).fill(1) },
];
const list = '/v1/releases';

describe('a response over 1 kB', () => {
  const service = shareService();

  test.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
  ])('for Accept-Encoding %j is compressed with %s', async (accepted, encoding) => {
    const plain = await service().call(list, { headers: { 'accept-encoding': 'identity' } });
    const { headers, body } = await service().call(list, {
      headers: { 'accept-encoding': accepted },
    });
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(Number(headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')),
    );
    expect(body).toEqual(plain.body);
  });

  test.each(['identity', 'gzip;q=0, br;q=0', 'zstd'])(
    'for Accept-Encoding %j is not compressed, but has a Vary header',
    async (accepted) => {
      const { headers } = await service().call(list, { headers: { 'accept-encoding': accepted } });
      expect(headers.has('content-encoding')).toBe(false);
      expect(headers.get('vary')).toBe('Accept-Encoding');
    },
  );

  test('is compressed for a write too', async () => {
    const body = 'word '.repeat(500);
    const answer = await service().send('PATCH', '/v1/releases/draft', { body });
    expect(answer).toMatchObject({ status: 200, body: { body } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
  });

  test('is compressed for a validation error too', async () => {
    const label_ids = new Array<number>(100).fill(0);
    const answer = await service().send('PATCH', '/v1/releases/draft', { label_ids });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { 'label_ids[0]': expect.any(String) } },
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
  });
});

test('a short response is not compressed', async () => {
  await using service = await startService();
  const { headers } = await service.get('/v1/projects');
  expect(headers.has('content-encoding')).toBe(false);
  expect(headers.has('vary')).toBe(false);
});

describe('a client with a cached response', () => {
  const service = shareService();
  const ask = (tag: string, over: Record<string, string> = {}) =>
    service().call(list, { headers: { 'if-none-match': tag, ...over } });
  const tagNow = async () => (await service().get(list)).headers.get('etag') ?? '';

  test('gets 304 without a body for a matching If-None-Match', async () => {
    const tag = await tagNow();
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    for (const asked of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const { status, headers, body } = await ask(asked);
      expect([asked, status, body]).toEqual([asked, 304, '']);
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
  });

  test('gets 304 whichever encoding its ETag belongs to', async () => {
    const tag = await tagNow();
    expect((await ask(tag, { 'accept-encoding': 'identity' })).status).toBe(304);
    expect((await ask(tag, { 'accept-encoding': 'gzip' })).status).toBe(304);
  });

  test.each(['"other"', 'W/"other"', 'nonsense', '""'])(
    'gets a full response for the other tag %s',
    async (tag) => {
      expect((await ask(tag)).status).toBe(200);
    },
  );

  test('gets the new response after a change', async () => {
    const tag = await tagNow();
    await service().send('PATCH', '/v1/releases/draft', { title: 'Other' });
    const { status, headers } = await ask(tag);
    expect(status).toBe(200);
    expect(headers.get('etag')).not.toBe(tag);
  });
});

test.each(['/v1/subscribers', '/v1/incoming-webhooks', '/v1/incoming-webhooks/i-r', '/healthz'])(
  '%s is sent with no-store and without an ETag',
  async (path) => {
    await using service = await startService();
    const { status, headers } = await service.call(path, { headers: { 'if-none-match': '*' } });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('etag')).toBe(false);
  },
);

test('errors and responses to writes have no ETag', async () => {
  await using service = await startService();
  const answers = [
    await service.get('/v1/releases/none'),
    await service.get('/v1/releases?limit=0'),
    await service.call(list, { headers: { authorization: '', 'if-none-match': '*' } }),
    await service.send('PATCH', '/v1/releases/draft', {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 401, 200]);
  expect(answers.filter(({ headers }) => headers.has('etag'))).toEqual([]);
});

test('text files are compressed, pictures are not, and both are answered with 304 the second time', async () => {
  const hero = { type: 'image', url: '/files/hero.png' } as const;
  await using service = await startService({
    data: { ...sample(), releases: [release('r', { hero })] },
    files,
  });
  for (const [name, encoding] of [
    ['notes.txt', 'gzip'],
    ['hero.png', null],
  ]) {
    const url = `${service.url}/files/${name}`;
    const first = await fetch(url);
    expect(first.headers.get('content-encoding')).toBe(encoding);
    expect((await first.bytes()).length).toBe(5000);
    const again = await fetch(url, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([again.status, again.headers.get('content-security-policy')]).toEqual([
      304,
      expect.stringContaining('sandbox'),
    ]);
  }
});

test.each(['/openapi.json', '/docs', '/docs/style.css'])(
  '%s is sent with no-cache, and with 304 the second time',
  async (path) => {
    await using service = await startService();
    const first = await fetch(service.url + path);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await fetch(service.url + path, { headers })).status).toBe(304);
  },
);
