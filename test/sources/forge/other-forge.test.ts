import { expect, test } from 'vitest';
import type { Forge } from '../../../src/sources/forge/forge.ts';
import { readReleases } from '../../../src/sources/forge/read-releases.ts';
import { gitHub } from '../../../src/sources/github/github.ts';
import { startServer } from '../../support/scripted-server.ts';

const now = new Date('2026-05-01T10:00:00Z');

/** A forge whose pages are objects, and whose headers and settings have other names. */
const other: Forge = {
  ...gitHub,
  name: 'Other',
  settings: { token: 'OTHER_TOKEN', address: 'OTHER_URL', example: 'https://other.example' },
  rateLimit: { remaining: 'left', reset: 'reset-at' },
  headers: { 'x-other': '1' },
  paths: { ...gitHub.paths, releases: (repository) => `v2/${repository}/all` },
  parsePage: (value) => {
    const { items, more } = value as { items?: unknown[]; more?: string };
    return items && { rows: items, next: more };
  },
};

const read = (baseUrl: string) =>
  readReleases('a/b', {
    ...{ forge: other, baseUrl, token: 't', cached: {}, random: () => 0 },
    clock: { now: () => now, sleep: async () => {} },
  });

test('reads pages in the form of another forge', async () => {
  await using server = await startServer((_path, turn) =>
    Response.json({ items: [turn], ...(turn < 2 && { more: `/v2/a/b/all?page=${turn + 1}` }) }),
  );
  expect(await read(server.url)).toEqual([0, 1, 2]);
  expect(server.asked.map(({ path }) => path)).toEqual([
    '/v2/a/b/all',
    '/v2/a/b/all?page=1',
    '/v2/a/b/all?page=2',
  ]);
  expect(server.asked[0]?.headers.get('x-other')).toBe('1');
});

test.each([
  [
    'an answer of another form',
    () => Response.json([]),
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
