import { type Expression, type SqlBool, sql } from 'kysely';
import { wordsOf } from '../database/engine.ts';
import { hasChanged } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';

/** The process that takes leases, and how long they last. */
export interface Holder {
  /** Name of the process. It is never used by another process, not even after a restart. */
  holder: string;
  leaseMs: number;
}

/** The exclusive right of a process to deliver to a hook until a given time. */
export interface Lease {
  hook_id: string;
  leased_by: string;
  leased_until: string;
}

/**
 * Takes a lease on each hook that is free. A single statement does this, so that no two processes
 * get the same hook.
 */
export async function takeLeases(
  db: Db,
  hooks: readonly string[],
  look: Holder & { now: Date },
): Promise<Lease[]> {
  if (hooks.length === 0) return [];
  const { isAmong, instantIn } = wordsOf(db);
  const rows = await db
    .updateTable('hook')
    .set({ leased_by: look.holder, leased_until: instantIn(look.leaseMs, look.now) })
    .where(isAmong('id', hooks))
    .where(isFree(db, look))
    .returning(['id as hook_id', 'leased_until'])
    .execute();
  return rows.map(({ hook_id, leased_until }) => ({
    hook_id,
    leased_by: look.holder,
    leased_until: leased_until ?? '',
  }));
}

/**
 * A condition for hooks on which this process can take a lease. Hooks that it has already leased
 * count as free, because it may not know of a lease if the database's answer was lost.
 */
export function isFree(db: Db, look: Holder & { now: Date }): Expression<SqlBool> {
  const { instantIn } = wordsOf(db);
  const now = instantIn(0, look.now);
  // A lease that ends after this time must have been taken before the clock was set back, so it
  // does not count.
  const beyond = instantIn(2 * look.leaseMs, look.now);
  return sql<SqlBool>`(leased_until is null or leased_until <= ${now} or leased_until > ${beyond}
    or leased_by = ${look.holder})`;
}

/** Whether this process still has the lease. */
export async function hasLease(db: Db, lease: Lease): Promise<boolean> {
  const row = await db
    .selectFrom('hook')
    .select('id')
    .where('id', '=', lease.hook_id)
    .where('leased_by', '=', lease.leased_by)
    .where('leased_until', '=', lease.leased_until)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a lease; false if the process no longer had it. */
export function endLease(db: Db, lease: Lease): Promise<boolean> {
  const ending = db
    .updateTable('hook')
    .set({ leased_by: null, leased_until: null })
    .where('id', '=', lease.hook_id)
    .where('leased_by', '=', lease.leased_by)
    .where('leased_until', '=', lease.leased_until);
  return hasChanged(ending);
}
