import { describe, expect, test } from 'vitest';
import { milestone, release, sample } from '../sample.ts';
import { startService } from '../start.ts';

const files = [
  { name: 'hero.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]) },
  { name: 'notes.html', type: 'text/html', bytes: new TextEncoder().encode('<script>') },
];

test('serves an imported picture to everyone, byte for byte', async () => {
  await using service = await startService({ files });
  const response = await fetch(`${service.url}/files/hero.png`);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await response.bytes()).toEqual(new Uint8Array([1, 2, 3]));
});

test('serves other files as downloads, so that none becomes a page of this origin', async () => {
  await using service = await startService({ files });
  const { headers } = await fetch(`${service.url}/files/notes.html`);
  expect(headers.get('content-disposition')).toBe('attachment');
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('answers 404 with the error body for an unknown file', async () => {
  await using service = await startService({ files });
  for (const name of ['none.png', '..%2Ftest.db'])
    expect(await service.get(`/files/${name}`)).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
});

test('deleting a release deletes its files, except those that other entries refer to', async () => {
  const names = ['own.png', 'bär.pdf', 'twin.png', 'plan.png', 'other.png'];
  const [own, escaped, twin, plan, other] = names.map(
    (name) => `/files/${encodeURIComponent(name)}`,
  );
  const data = {
    ...sample(),
    releases: [
      release('gone', {
        hero: { type: 'image' as const, url: own ?? '' },
        body: `<a href="https://api.example.com${escaped}">PDF</a><img src="${twin}"><img src=${plan}>`,
      }),
      release('stays', { body: `<img src="${twin}"><img src="${other}">` }),
    ],
    milestones: [milestone('m', { body: `<img src="${plan}">` })],
  };
  const bytes = new Uint8Array([1]);
  const kept = names.map((name) => ({ name, type: 'image/png', bytes }));
  await using service = await startService({ data, files: kept });
  expect((await service.send('DELETE', '/v1/releases/gone')).status).toBe(204);
  const ask = async (path = '') => (await fetch(service.url + path)).status;
  const statuses = await Promise.all([own, escaped, twin, plan, other].map(ask));
  expect(statuses).toEqual([404, 404, 200, 200, 200]);
});

describe('a request for a part of a file', () => {
  const bytes = new TextEncoder().encode('0123456789');
  const film = { name: 'film.mp4', type: 'video/mp4', bytes };
  const words = { name: 'words.txt', type: 'text/plain; charset=utf-8', bytes: bytes };
  const read = async (headers: Record<string, string>, name = 'film.mp4') => {
    await using service = await startService({ files: [film, words] });
    return await service.call(`/files/${name}`, { headers });
  };

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('%s is answered with this part', async (range, part, contentRange) => {
    for (const name of ['film.mp4', 'words.txt']) {
      const { status, body, headers } = await read({ range }, name);
      expect([status, body, headers.get('content-range')]).toEqual([206, part, contentRange]);
      expect(headers.get('content-length')).toBe(String(part.length));
    }
  });

  test.each(['bytes=1-2,4-5', 'lines=1-2', 'bytes=x'])('%s gets the whole file', async (range) => {
    const { status, body, headers } = await read({ range });
    expect([status, body]).toEqual([200, '0123456789']);
    expect(headers.get('accept-ranges')).toBe('bytes');
  });

  test('outside of the file gets 416 with its size', async () => {
    const { status, headers } = await read({ range: 'bytes=10-' });
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  test('depends on If-Range, and on If-None-Match first', async () => {
    const etag = (await read({})).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const range = 'bytes=2-4';
    expect((await read({ range, 'if-range': etag })).status).toBe(206);
    expect((await read({ range, 'if-range': '"other"' })).status).toBe(200);
    expect((await read({ range, 'if-none-match': etag })).status).toBe(304);
    const weak = (await read({}, 'words.txt')).headers.get('etag') ?? '';
    expect((await read({ range, 'if-range': weak }, 'words.txt')).status).toBe(200);
  });
});
