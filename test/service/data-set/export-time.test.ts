import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CreateRelease } from '../../../src/service/contract/requests.ts';
import { exportWithTime } from '../../../src/service/data-set/export.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { inTransaction } from '../../../src/service/database/transaction.ts';
import { createResource, updateResource } from '../../../src/service/resources/kinds/manage.ts';
import { milestoneKind } from '../../../src/service/resources/kinds/milestones.ts';
import { readMilestone } from '../../../src/service/resources/milestones.ts';
import { readRelease } from '../../../src/service/resources/releases/releases.ts';
import {
  createRelease,
  updateRelease,
} from '../../../src/service/resources/releases/write-release.ts';
import { type Running, startService } from '../start.ts';
import { hold } from './held-export.ts';

/** Starts `work` behind a running transaction, and lets 4.5 seconds pass before it can begin. */
async function afterWaiting<T>({ db, clock }: Running, work: () => Promise<T>): Promise<T> {
  const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(db, () => {
    begun.resolve();
    return held.promise;
  });
  await begun.promise;
  const waiting = work();
  await turn();
  clock.advance(4500);
  held.resolve();
  await holding;
  return waiting;
}

const later = '2026-03-01T09:00:04.500Z';

test('the time of an export is when its transaction begins, less a margin for clock differences', async () => {
  await using service = await startService();
  const { data } = await afterWaiting(service, () =>
    exportWithTime(service.db, service.clock, hold),
  );
  expect(data.exported_at).toBe('2026-03-01T09:00:03.500Z');
});

test.each<[string, (service: Running) => Promise<unknown>, (db: Db) => Promise<unknown>]>([
  [
    'a command that adds',
    ({ db, clock }) => {
      const given = { title: 'New', slug: 'new', status: 'In progress' };
      return createResource(db, milestoneKind, { id: 'new', given, clock });
    },
    async (db) => (await readMilestone(db, 'new'))?.created_at,
  ],
  [
    'a command that edits',
    ({ db, clock }) =>
      updateResource(db, milestoneKind, { id: 'first', given: { title: 'Changed' }, clock }),
    async (db) => (await readMilestone(db, 'first'))?.updated_at,
  ],
  [
    'a request that creates',
    ({ db, clock }) => {
      const input = CreateRelease.parse({ title: 'New', slug: 'new', status: 'DRAFT' });
      return createRelease(db, { id: 'new', input }, { clock, origin: '' });
    },
    async (db) => (await readRelease(db, 'new'))?.created_at,
  ],
  [
    'a request that changes',
    ({ db, clock }) =>
      updateRelease(db, { id: 'draft', input: { title: 'Changed' } }, { clock, origin: '' }),
    async (db) => (await readRelease(db, 'draft'))?.updated_at,
  ],
])(
  '%s stores the time at which its transaction begins, not when it started to wait',
  async (_what, work, timeOf) => {
    await using service = await startService();
    await afterWaiting(service, () => work(service));
    expect(await timeOf(service.db)).toBe(later);
  },
);
