import { type Expression, type SqlBool, sql } from 'kysely';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';

/** Who takes leases, and for how long. */
export interface Holder {
  /** A name that no other process has, nor had before. */
  holder: string;
  leaseMs: number;
}

/** The right to deliver to a hook, which nobody else has until then. */
export interface Lease {
  hook_id: string;
  leased_by: string;
  leased_until: string;
}

/**
 * Takes those of some hooks that are free; gives the leases. One statement, so that of several who
 * ask at once each hook is one's alone.
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
 * Whether a lease can be taken. The holder's own, too: it has none that it knows of when it asks,
 * but one whose taking the database never answered, or carried out late.
 */
export function isFree(db: Db, look: Holder & { now: Date }): Expression<SqlBool> {
  const { instantIn } = wordsOf(db);
  const now = instantIn(0, look.now);
  // Taken by a clock that was set back since: nobody would have it for as long as that was.
  const beyond = instantIn(2 * look.leaseMs, look.now);
  return sql<SqlBool>`(leased_until is null or leased_until <= ${now} or leased_until > ${beyond}
    or leased_by = ${look.holder})`;
}

/** Whether a lease is what it was when it was taken: nobody took another since. */
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

/** Lets go of a hook; false where the lease was lost: it ended, and somebody took another. */
export async function endLease(db: Db, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('hook')
    .set({ leased_by: null, leased_until: null })
    .where('id', '=', lease.hook_id)
    .where('leased_by', '=', lease.leased_by)
    .where('leased_until', '=', lease.leased_until)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
