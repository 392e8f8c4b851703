import { expect, test } from 'vitest';
import { startClient } from './start-client.ts';

// Two minutes after the time of the test clock. The client's random numbers are always 0.5.
const inTwoMinutes = 'Sun, 01 Mar 2026 09:02:00 GMT';

/** Answers 429 twice for every resource before it succeeds. */
function storm(retryAfter: string) {
  const left = new Map<string, number>();
  return (path: string) => {
    const more = left.get(path) ?? 2;
    left.set(path, more - 1);
    if (more === 0) return Response.json({ path });
    return new Response('{}', { status: 429, headers: { 'retry-after': retryAfter } });
  };
}

const paths = Array.from({ length: 12 }, (_, n) => `releases/r-${n}`);

test.each([
  ['1', [1000]],
  ['60', [60_000]],
  [inTwoMinutes, [120_000]],
  ['garbage', [125, 250]],
])('waits through repeated 429 answers with Retry-After %s', async (retryAfter, expected) => {
  await using it = await startClient(storm(retryAfter));
  const found = await Promise.all(paths.map((path) => it.client.get(path)));
  expect(found.map(({ kind }) => kind)).toEqual(paths.map(() => 'found'));
  expect(it.waits).toHaveLength(2 * paths.length);
  expect([...new Set(it.waits)].sort((a, b) => a - b)).toEqual(expected);
});

test('does not wait if Retry-After asks for thirty years', async () => {
  await using it = await startClient(storm('1000000000'));
  await expect(it.client.get('releases/r-0')).rejects.toThrow('asks for a pause');
  expect(it.waits).toEqual([]);
});
