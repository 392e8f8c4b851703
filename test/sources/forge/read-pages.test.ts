import { expect, test } from 'vitest';
import { type PageForm, readPages, readValue } from '../../../src/sources/forge/read-pages.ts';
import { startServer } from '../../support/scripted-server.ts';
import { quarry } from './quarry.ts';

// Pages of Quarry are objects that have the next address.

const form: PageForm = {
  noun: 'a list of versions',
  read: (value) => {
    const { versions, after } = value as { versions?: unknown[]; after?: string };
    return versions && { rows: versions, next: after };
  },
};

const options = (baseUrl: string) => ({
  ...{ forge: quarry, baseUrl, token: 't-1', cached: {}, random: () => 0 },
  clock: { now: () => new Date('2026-05-01T10:00:00Z'), sleep: async () => {} },
});

test('reads pages in the form of another API, with its own header for the token', async () => {
  const pages = [
    { versions: [1, 2], after: '/v3/versions?after=2' },
    { versions: [3], after: undefined },
  ];
  await using server = await startServer((_path, turn) => Response.json(pages[turn]));
  const { rows } = await readPages('v3/versions', form, options(server.url));
  expect(rows).toEqual([1, 2, 3]);
  expect(server.asked.map(({ path }) => path)).toEqual(['/v3/versions', '/v3/versions?after=2']);
  expect(server.asked.map(({ headers }) => headers.get('private-token'))).toEqual(['t-1', 't-1']);
  expect(server.asked[0]?.headers.has('authorization')).toBe(false);
});

test('reads numbered pages until there are as many rows as the answers count', async () => {
  const all = Array.from({ length: 81 }, (_, n) => n);
  await using server = await startServer((path, turn, { headers }) => {
    const etag = `"${path} ${turn % 3}"`;
    if (headers['if-none-match'] === etag) return new Response(null, { status: 304 });
    const versions = all.slice((turn % 3) * 40, (turn % 3) * 40 + 40);
    return Response.json({ versions, count: all.length }, { headers: { etag } });
  });
  const counted: PageForm = {
    noun: 'a list of versions',
    read: (value) => {
      const { versions, count } = value as { versions: unknown[]; count: number };
      return { rows: versions, total: count };
    },
  };
  // @ts-expect-error a page says what leads to the next one
  const wrong: PageForm['read'] = (value) => ({ rows: [value], count: 81 });
  expect(wrong(1)).toBeDefined();
  const asking = options(server.url);
  expect(await readPages('v?page=1&size=40', counted, asking)).toEqual({ rows: all, total: 81 });
  expect((await readPages('v?page=1&size=40', counted, asking)).rows).toEqual(all);
  const pages = [1, 2, 3].map((page) => `/v?page=${page}&size=40`);
  expect(server.asked.map(({ path }) => path)).toEqual([...pages, ...pages]);
});

test('refuses an answer of another form, and a next page on another host', async () => {
  await using server = await startServer((path) =>
    Response.json(path === '/a' ? [] : { versions: [], after: 'https://other.example/' }),
  );
  await expect(readPages('a', form, options(server.url))).rejects.toThrow(
    /the answer is not a list of versions\.?\nCheck QUARRY_URL: it must be the API of Quarry\./,
  );
  await expect(readPages('b', form, options(server.url))).rejects.toThrow(
    'it links to another host',
  );
});

test('reads a value in its envelope, and tries again only if a request may be repeated', async () => {
  await using server = await startServer((path, turn) =>
    path === '/c' && turn > 0
      ? Response.json({ answer: { id: 7 } })
      : new Response('', { status: 503 }),
  );
  expect(await readValue('c', options(server.url))).toEqual({ id: 7 });
  const asked = server.asked.length;
  await expect(readValue('d', { ...options(server.url), isOnce: true })).rejects.toThrow(
    'status 503',
  );
  expect(server.asked).toHaveLength(asked + 1);
});
