import { expect, test } from 'vitest';
import { readList } from '../../../src/sources/forge/lists.ts';
import { gitHub } from '../../../src/sources/github/github.ts';
import { releaseList } from '../../../src/sources/github-family/forge-source.ts';
import type { GitHubLike } from '../../../src/sources/github-family/github-like.ts';
import { startServer } from '../../support/scripted-server.ts';

const now = new Date('2026-05-01T10:00:00Z');

/** A forge whose headers, settings and pages have other names. */
const other: GitHubLike = {
  ...gitHub,
  name: 'Other',
  settings: {
    token: 'OTHER_TOKEN',
    address: 'OTHER_URL',
    expected: 'the API of Other, such as https://other.example',
  },
  authorize: (token) => ({ authorization: `token ${token}` }),
  rateLimit: { remaining: 'left', reset: 'reset-at' },
  headers: { 'x-other': '1' },
  largestPages: 'size=2',
  total: 'x-all',
};

const read = (baseUrl: string) =>
  readList(releaseList('a/b', other), {
    ...{ forge: other, baseUrl, token: 't', cached: {}, random: () => 0 },
    clock: { now: () => now, sleep: async () => {} },
  });

test('reads pages by the number of rows, with the headers of another forge', async () => {
  const rows = [1, 2, 3, 4, 5].map((id) => ({ id }));
  await using server = await startServer((_path, turn) =>
    Response.json(rows.slice(turn * 2, turn * 2 + 2), { headers: { 'x-all': '5' } }),
  );
  expect(await read(server.url)).toEqual(rows);
  expect(server.asked.map(({ path }) => path)).toEqual([
    '/repos/a/b/releases?size=2',
    '/repos/a/b/releases?size=2&page=2',
    '/repos/a/b/releases?size=2&page=3',
  ]);
  const { headers } = server.asked[0] ?? {};
  expect([headers?.get('x-other'), headers?.get('authorization')]).toEqual(['1', 'token t']);
});

test('a number of rows that is never reached ends the reading', async () => {
  await using server = await startServer((_path, turn) =>
    Response.json(turn % 2 === 0 ? [{ id: 1 }] : [], { headers: { 'x-all': '5' } }),
  );
  expect(await read(server.url)).toEqual([{ id: 1 }]);
  expect(server.asked).toHaveLength(4);
});

test.each([
  [
    'an answer of another form',
    () => Response.json({}),
    /not a list of releases.*OTHER_URL.*API of Other, such as https:\/\/other\.example/s,
  ],
  ['an invalid token', () => Response.json({}, { status: 401 }), /Check OTHER_TOKEN/],
  [
    'its own rate limit',
    () => Response.json({}, { status: 403, headers: { left: '0', 'reset-at': '1777630000' } }),
    /Other's rate limit is used up and resets in/,
  ],
])('names the forge and its settings after %s', async (_what, response, message) => {
  await using server = await startServer(response);
  await expect(read(server.url)).rejects.toThrow(message);
});
