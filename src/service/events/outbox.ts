import { sql } from 'kysely';
import { z } from 'zod';
import { spreadGap } from '../../lib/time/growing-gap.ts';
import { EventName } from '../contract/event.ts';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { endLease, type Holder, isFree, type Lease, takeLeases } from './leases.ts';
import { supersede } from './supersede.ts';

const Delivery = z.object({
  event_id: z.string(),
  hook_id: z.string(),
  name: EventName,
  attempts: z.int(),
  payload: z.string(),
  url: z.string(),
  secret: z.string(),
  /** Replaced secrets, joined by spaces. Deliveries are still signed with them for a while. */
  previous_secret: z.string().nullable(),
});
/** An event, and the leased hook to deliver it to. */
export type Delivery = z.infer<typeof Delivery> & Lease;

export type Outcome = { kind: 'delivered' } | { kind: 'gone' } | { kind: 'failed'; why: string };

interface Look extends Holder {
  now: Date;
  /** Hooks to skip. */
  busy: Iterable<string>;
}

/**
 * Takes a lease on each free hook that has a due delivery, and returns the oldest due delivery of
 * each of these hooks. Each hook gets one delivery at a time, so that slow hooks do not delay
 * others and no hook gets many requests at once. Superseded deliveries are dropped.
 */
export async function takeDue(db: Db, look: Look): Promise<Delivery[]> {
  const leases = await takeLeases(db, await dueHooks(db, look), look);
  const taken: Delivery[] = [];
  for (let left = leases; left.length > 0; ) {
    const oldest = await oldestDue(db, left, look.now);
    const again: Lease[] = [];
    for (const lease of left) {
      const delivery = oldest.get(lease.hook_id);
      // The hook no longer has a due delivery, because another process has made it.
      if (!delivery) await endLease(db, lease);
      else if (await supersede(db, { ...delivery, ...lease }, look.now)) again.push(lease);
      else taken.push({ ...delivery, ...lease });
    }
    left = again;
  }
  return taken;
}

/**
 * The hooks to lease. They are read before any lease is taken, because taking leases needs a write
 * lock even if no hook is due.
 */
async function dueHooks(db: Db, look: Look): Promise<string[]> {
  const rows = await db
    .selectFrom('hook')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delivery')
          .select('event_id')
          .whereRef('hook_id', '=', 'hook.id')
          .where('due_at', '<=', look.now.toISOString()),
      ),
    )
    .where(({ not }) => not(wordsOf(db).isAmong('hook.id', look.busy)))
    .where(isFree(db, look))
    .execute();
  return rows.map(({ id }) => id);
}

async function oldestDue(db: Db, leases: readonly Lease[], now: Date) {
  const at = now.toISOString();
  const hooks = leases.map(({ hook_id }) => hook_id);
  const previous = sql<string | null>`case when previous_secret_until > ${at}
    then previous_secret end`;
  const rows = await db
    .selectFrom('hook')
    .innerJoin('delivery', (join) =>
      join
        .onRef('delivery.hook_id', '=', 'hook.id')
        // Looks up a single delivery for each hook, so that the cost does not grow with the number
        // of pending deliveries.
        .on('delivery.event_id', '=', firstDue(db, at)),
    )
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .select(['event_id', 'hook_id', 'name', 'attempts', 'payload', 'url', 'secret'])
    .select(previous.as('previous_secret'))
    .where(wordsOf(db).isAmong('hook.id', hooks))
    .execute();
  return new Map(rows.map((row) => [row.hook_id, Delivery.parse(row)]));
}

/** The event that has been due longest for a hook. */
function firstDue(db: Db, at: string) {
  return db
    .selectFrom('delivery as first')
    .select('first.event_id')
    .where('first.hook_id', '=', sql.ref<string>('hook.id'))
    .where('first.due_at', '<=', at)
    .orderBy('first.due_at')
    .orderBy('first.event_id')
    .limit(1);
}

/** Time of the next delivery that is not yet due, in milliseconds since 1970. */
export async function nextDelivery(db: Db, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.min<string | null>('due_at').as('due_at'))
    .where('due_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.due_at ? Date.parse(row.due_at) : undefined;
}

/**
 * Makes deliveries due now that were scheduled before the clock was set back. Otherwise, they would
 * wait for a time in the future.
 */
export async function forgetFuture(db: Db, now: Date): Promise<void> {
  const due_at = now.toISOString();
  await db
    .updateTable('delivery')
    .set({ due_at })
    .where('due_at', '>', due_at)
    .where((eb) => eb.or([eb('attempted_at', 'is', null), eb('attempted_at', '>', due_at)]))
    .execute();
}

/**
 * Records an outcome and the time of the next attempt, and ends the lease. If the lease was lost,
 * returns false and records nothing; the process that now has the lease repeats the attempt.
 */
export function settleDelivery(
  db: Db,
  delivery: Delivery,
  outcome: Outcome,
  { now, random }: { now: Date; random: () => number },
): Promise<boolean> {
  const { event_id, hook_id } = delivery;
  const attempts = delivery.attempts + 1;
  const due = outcome.kind === 'failed' ? retryAt(attempts, now, random) : undefined;
  const due_at = due?.toISOString() ?? null;
  const settled = { attempts, attempted_at: now.toISOString(), begun_at: null, due_at };
  return inTransaction(db, async (db) => {
    if (!(await endLease(db, delivery))) return false;
    await db
      .updateTable('delivery')
      .set({
        ...settled,
        outcome: outcome.kind === 'failed' ? `failed: ${outcome.why}` : outcome.kind,
      })
      .where('event_id', '=', event_id)
      .where('hook_id', '=', hook_id)
      // A delivery that was dropped during a failed attempt is not tried again.
      .$if(outcome.kind === 'failed', (all) => all.where('due_at', 'is not', null))
      .execute();
    if (outcome.kind === 'gone') await disable(db, hook_id, now);
    return true;
  });
}

/** Disables a hook and ends its deliveries, because it answered 410 (Standard Webhooks). */
async function disable(db: Db, hook_id: string, now: Date): Promise<void> {
  const disabled_at = now.toISOString();
  await db.updateTable('hook').set({ disabled_at }).where('id', '=', hook_id).execute();
  await db
    .updateTable('delivery')
    .set({ due_at: null, outcome: 'gone' })
    .where('hook_id', '=', hook_id)
    .where('due_at', 'is not', null)
    .execute();
}

/**
 * How long to wait after each failed attempt, in seconds: up to half an hour, then 2, 5, 10 and 14
 * hours. After the last wait, there is one more attempt.
 */
const gaps = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400];

/** Maximum number of attempts per delivery. */
export const maxAttempts = gaps.length + 1;

/**
 * Time of the next attempt; undefined after the last attempt. Waits are extended randomly by up to
 * a fifth, so that deliveries that failed at the same time are not all retried at the same time.
 */
export function retryAt(attempts: number, now: Date, random: () => number): Date | undefined {
  const gap = gaps[attempts - 1];
  return gap === undefined ? undefined : new Date(now.getTime() + spreadGap(gap * 1000, random()));
}
