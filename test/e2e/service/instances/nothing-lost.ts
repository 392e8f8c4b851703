import { expect } from 'vitest';
import type { Db } from '../../../../src/service/database/schema.ts';
import type { Hooks } from './start-hooks.ts';
import type { Acknowledged } from './writers.ts';

/** Waits until no release is scheduled and no delivery is due. */
export async function settle(db: Db): Promise<void> {
  const left = async () => {
    const scheduled = db.selectFrom('release').select('id').where('status', '=', 'SCHEDULED');
    const due = db.selectFrom('delivery').select('event_id').where('due_at', 'is not', null);
    return (await scheduled.execute()).length + (await due.execute()).length;
  };
  // Longer than a lease and the first pauses after failed attempts.
  await expect.poll(left, { interval: 50, timeout: 90_000 }).toBe(0);
}

/**
 * Expects that every acknowledged write is stored, that each scheduled release was published once,
 * and that each event was delivered to each hook, never twice at the same time.
 */
export async function expectNothingLost(
  db: Db,
  { created, scheduled }: Acknowledged,
  { urls, received, doubled }: Hooks,
): Promise<void> {
  const releases = await db.selectFrom('release').select(['id', 'status']).execute();
  const status = new Map(releases.map((release) => [release.id, release.status]));
  expect([...created].filter((id) => !status.has(id))).toEqual([]);
  expect([...scheduled].filter((id) => status.get(id) !== 'RELEASED')).toEqual([]);

  const published = await db
    .selectFrom('event')
    .select(['id', 'release_id'])
    .where('name', '=', 'release.published')
    .execute();
  const told = published.map(({ release_id }) => release_id);
  expect(told.filter((id, n) => told.indexOf(id) !== n)).toEqual([]);
  expect([...scheduled].filter((id) => !told.includes(id))).toEqual([]);

  const expected = published.flatMap(({ id }) =>
    urls.map((url) => `${new URL(url).pathname} ${id}`),
  );
  expect(expected.filter((one) => !received.has(one))).toEqual([]);
  expect(doubled).toEqual([]);
  const outcomes = await db.selectFrom('delivery').select('outcome').distinct().execute();
  expect(outcomes).toEqual([{ outcome: 'delivered' }]);
}
