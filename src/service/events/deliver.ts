import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { growingGap } from '../../lib/time/growing-gap.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Network, attempt as send } from './attempt.ts';
import { endLease, hasLease } from './leases.ts';
import { type Delivery, maxAttempts, type Outcome, settleDelivery } from './outbox.ts';

export interface DeliveryOptions {
  db: Db;
  clock: Clock;
  network: Network;
  random: () => number;
  log: Log;
  /** Duration of a lease on a hook, in milliseconds. */
  leaseMs: number;
}

interface Term {
  /** Time when this process took the lease. */
  takenAt: Date;
  stopping: AbortSignal;
  /** Aborts the running attempt. */
  over: AbortSignal;
}

/** Makes one attempt to deliver to a leased hook, and records the outcome. */
export async function deliver(
  options: DeliveryOptions,
  delivery: Delivery,
  { takenAt, stopping, over }: Term,
): Promise<void> {
  const { db, clock, network, random, log, leaseMs } = options;
  const limitMs = leaseMs / 4;
  const begin = () => beginDelivery(db, delivery, clock.now());
  const isBegun =
    delivery.name !== 'content.changed' || (await untilWritten(begin, options, stopping));
  // If this process was suspended, another process may have taken over the lease and may be sending
  // the event, so this process must not send it.
  const isLate = () => clock.now().getTime() - takenAt.getTime() > leaseMs / 2;
  const outcome = isBegun
    ? await send(delivery, { network, clock, limitMs, isLate, signal: over })
    : undefined;
  const isBrokenOff = outcome?.kind === 'failed' && over.aborted;
  if (!outcome || isBrokenOff) return leaveDelivery(db, delivery);
  const now = clock.now();
  const write = () => settleDelivery(db, delivery, outcome, { now, random });
  logOutcome(log, delivery, outcome, await untilWritten(write, options, stopping));
}

function logOutcome(log: Log, delivery: Delivery, outcome: Outcome, isWritten: boolean): void {
  // Logs the id of the hook instead of its address, which may contain a secret.
  const { event_id: event, hook_id: hook } = delivery;
  const attempt = delivery.attempts + 1;
  const fields = { event, hook, attempt, ...outcome };
  const isGivenUp = outcome.kind === 'failed' && attempt === maxAttempts;
  if (!isWritten)
    log.warn(
      fields,
      'delivered an event after its lease ended, so another process will deliver the event again',
    );
  else if (isGivenUp) log.warn(fields, 'gave up an event');
  else log.info(fields, 'tried to deliver an event');
}

/**
 * Waits between attempts to record an outcome, in milliseconds. They are short, so that the outcome
 * is recorded soon after the database answers again.
 */
const gaps = { first: 100, max: 2000 };

/**
 * Retries a write, with growing waits, until the database accepts it. Until then the hook counts as
 * busy, because a new attempt would send the same event again. When the process is stopping, the
 * write is only tried once more.
 */
async function untilWritten<T>(
  write: () => Promise<T>,
  { clock, log }: Pick<DeliveryOptions, 'clock' | 'log'>,
  stopping: AbortSignal,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await write();
    } catch (err) {
      if (stopping.aborted) throw err;
      log.warn({ err }, 'an attempt could not be recorded and will be retried');
    }
    await clock.sleep(growingGap(attempts, gaps), stopping).catch(() => {});
  }
}

/**
 * Records that an attempt begins. A later change gets a separate delivery, because the hook may
 * already have read the content. Runs in a transaction, so that a concurrent change is either
 * committed before the attempt or sees this record. Returns false, and records nothing, if the
 * lease was lost.
 */
export function beginDelivery(db: Db, delivery: Delivery, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    if (!(await hasLease(db, delivery))) return false;
    await setBegun(db, delivery, now.toISOString());
    return true;
  });
}

/** Ends the lease after an attempt that was not sent or was aborted. */
export function leaveDelivery(db: Db, delivery: Delivery): Promise<void> {
  return inTransaction(db, async (db) => {
    if (await endLease(db, delivery)) await setBegun(db, delivery, null);
  });
}

async function setBegun(
  db: Db,
  { event_id, hook_id }: Delivery,
  begun_at: string | null,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ begun_at })
    .where('event_id', '=', event_id)
    .where('hook_id', '=', hook_id)
    .execute();
}
