import { type Expression, type SqlBool, sql } from 'kysely';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';

/** The holder of leases, and their duration. */
export interface Holder {
  /** A name unique among all processes ever. */
  holder: string;
  leaseMs: number;
}

/** The exclusive right to deliver to a hook until a time. */
export interface Lease {
  hook_id: string;
  leased_by: string;
  leased_until: string;
}

/** Leases the hooks that are free. A single statement, so that each hook goes to one process. */
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
 * Whether a lease can be taken. The holder's own can: it knows of none, but the database may have
 * granted one without answering.
 */
export function isFree(db: Db, look: Holder & { now: Date }): Expression<SqlBool> {
  const { instantIn } = wordsOf(db);
  const now = instantIn(0, look.now);
  // Leases far in the future were taken before the clock was set back.
  const beyond = instantIn(2 * look.leaseMs, look.now);
  return sql<SqlBool>`(leased_until is null or leased_until <= ${now} or leased_until > ${beyond}
    or leased_by = ${look.holder})`;
}

/** Whether a lease is still held. */
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

/** Ends a lease; false if it was lost. */
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
