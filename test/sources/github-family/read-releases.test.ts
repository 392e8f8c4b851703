import { expect, test } from 'vitest';
import type { CachedAnswers } from '../../../src/sources/forge/cached-answers.ts';
import { readList } from '../../../src/sources/forge/lists.ts';
import { gitHub } from '../../../src/sources/github/github.ts';
import { releaseList } from '../../../src/sources/github-family/forge-source.ts';
import { type ScriptedServer, startServer } from '../../support/scripted-server.ts';

const now = new Date('2026-05-01T10:00:00Z');
const token = 'github_pat_secret';

/** Reads from a test server with a fixed clock and without waiting. */
function read(server: ScriptedServer, cached: CachedAnswers = {}, own: string | undefined = token) {
  return readList(releaseList('acme/board', gitHub), {
    forge: gitHub,
    baseUrl: server.url,
    token: own,
    clock: { now: () => now, sleep: async () => {} },
    random: () => 0,
    cached,
  });
}

const list = (rows: unknown[], headers: Record<string, string> = {}) =>
  Response.json(rows, { headers });

test('reads page after page, following the link to the next one', async () => {
  await using server = await startServer((_path, turn): Response => {
    const next = `<${server.url}/repositories/1/releases?page=${turn + 2}>; rel="next", <${server.url}/x>; rel="last"`;
    return list([{ id: turn }], turn < 2 ? { link: next } : {});
  });
  expect(await read(server)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
  expect(server.asked.map(({ path }) => path)).toEqual([
    '/repos/acme/board/releases?per_page=100',
    '/repositories/1/releases?page=2',
    '/repositories/1/releases?page=3',
  ]);
  expect(server.asked[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
});

test('reads without a token', async () => {
  await using server = await startServer(() => list([]));
  expect(
    await readList(releaseList('acme/board', gitHub), {
      forge: gitHub,
      baseUrl: server.url,
      token: undefined,
      cached: {},
      random: () => 0,
      clock: { now: () => now, sleep: async () => {} },
    }),
  ).toEqual([]);
  expect(server.asked[0]?.headers.get('authorization')).toBeNull();
});

test('uses cached pages if GitHub answers 304', async () => {
  const cached: CachedAnswers = {};
  await using server = await startServer((_path, turn): Response => {
    if (turn === 0)
      return list([{ id: 1 }], { etag: '"a"', link: `<${server.url}/2>; rel="next"` });
    if (turn === 1) return list([{ id: 2 }], { etag: '"b"' });
    return turn === 2 ? new Response(null, { status: 304 }) : list([{ id: 3 }], { etag: '"c"' });
  });
  expect(await read(server, cached)).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await read(server, cached)).toEqual([{ id: 1 }, { id: 3 }]);
  expect(server.asked.map(({ headers }) => headers.get('if-none-match'))).toEqual([
    ...[null, null, '"a"', '"b"'],
  ]);
  expect(cached[`${server.url}/2`]).toEqual({ etag: '"c"', rows: [{ id: 3 }] });
});

test('caches the pages that were read before a failure', async () => {
  const cached: CachedAnswers = {};
  await using server = await startServer(
    (_path, turn): Response =>
      turn === 0
        ? list([{ id: 1 }], { etag: '"a"', link: `<${server.url}/2>; rel="next"` })
        : new Response(null, { status: 404 }),
  );
  await expect(read(server, cached)).rejects.toThrow('status 404');
  expect(Object.keys(cached).length).toBe(1);
});

test('follows the redirect of a renamed repository', async () => {
  await using server = await startServer((path) =>
    path.startsWith('/repos/')
      ? new Response(null, { status: 301, headers: { location: '/repositories/1/releases' } })
      : list([{ id: 1 }]),
  );
  expect(await read(server)).toEqual([{ id: 1 }]);
});

test.each([
  [
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${now.getTime() / 1000 + 1380}` },
    /resets in 23 minutes, at \d\d:\d\d\./,
  ],
  [429, { 'retry-after': '60' }, /answers again in 1 minute, at \d\d:\d\d\./],
  [403, { 'retry-after': '172800' }, /answers again on 3 May 2026, \d\d:\d\d\./],
  [429, {}, /answers again in 1 minute, at/],
])('reports when a rate limit (%i) resets, without a retry', async (status, headers, end) => {
  await using server = await startServer(() => new Response('{}', { status, headers }));
  await expect(read(server)).rejects.toThrow(end);
  await expect(read(server)).rejects.not.toThrow('GITHUB_TOKEN');
  expect(server.asked.length).toBe(2);
});

test('says how long to wait for a secondary limit, which has no headers', async () => {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes.';
  await using server = await startServer(() => Response.json({ message }, { status: 403 }));
  await expect(read(server)).rejects.toThrow(
    /answers again in 1 minute, at \d\d:\d\d\..*Run this again/s,
  );
});

test.each([
  [401, `Bad credentials: ${token}`, /Check GITHUB_TOKEN: it is invalid/],
  [403, 'Resource not accessible', /“Resource not accessible”.*that GITHUB_TOKEN may read it/s],
  [404, 'Not Found', /Check the name of the repository/],
  [500, 'Oops', /5 attempts.*Run this again later/s],
])('reports what to do about status %i, without the token', async (status, message, words) => {
  await using server = await startServer(() => Response.json({ message }, { status }));
  const error: unknown = await read(server).catch((error) => error);
  expect(String(error)).toMatch(words);
  expect(String(error)).not.toContain(token);
});

test.each<[string, (url: string) => Response]>([
  ['is not JSON', () => new Response('<html>')],
  ['is no list', () => Response.json({ id: 1 })],
  ['leads to another host', () => list([], { link: '<https://evil.example/2>; rel="next"' })],
  [
    'redirects to another host',
    () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
  ],
  [
    'leads in a circle',
    (url) => list([], { link: `<${url}/repos/acme/board/releases?per_page=100>; rel="next"` }),
  ],
  ['says that nothing has changed, unasked', () => new Response(null, { status: 304 })],
])('refuses an answer that %s', async (_what, answer) => {
  await using server = await startServer((): Response => answer(server.url));
  await expect(read(server)).rejects.toThrow(/Check GITHUB_API_URL/);
  expect(server.asked.length).toBe(1);
});
