import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { doubledGap } from '../../lib/time/growing-gap.ts';
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
  /** How long a hook is left to a process that says nothing any more, in milliseconds. */
  leaseMs: number;
}

interface Term {
  /** Not later than when the lease began. */
  takenAt: Date;
  stopping: AbortSignal;
  /** What is still under way is to end now. */
  over: AbortSignal;
}

/** Makes one attempt of a delivery whose hook was leased, and writes down what came of it. */
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
  // Stopped for long, and not to send what another may be sending by now.
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
  // The hook by its id: its address may hold a secret.
  const { event_id: event, hook_id: hook } = delivery;
  const attempt = delivery.attempts + 1;
  const told = { event, hook, attempt, ...outcome };
  const isGivenUp = outcome.kind === 'failed' && attempt === maxAttempts;
  if (!isWritten)
    log.warn(told, 'tried to deliver an event, too late: it is left to another process');
  else if (isGivenUp) log.warn(told, 'gave up an event');
  else log.info(told, 'tried to deliver an event');
}

/** Once the database is back, little time is lost. */
const gaps = { first: 100, max: 2000 };

/**
 * Writes with growing gaps until the database takes it, on a full disk for as long as that is full:
 * the hook counts as busy meanwhile, as it would be told the same again. Who stops has one last try.
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
      log.warn({ err }, 'an attempt could not be written down; that is tried again');
    }
    await clock.sleep(doubledGap(attempts, gaps), stopping).catch(() => {});
  }
}

/**
 * Writes down that an attempt begins, which is not over until it is settled: a change from now on is
 * told of anew, as the hook may look before it. In a transaction, so that a change which is being
 * written is either there when the hook looks, or sees this. False, and nothing is written, where the
 * lease was lost.
 */
export function beginDelivery(db: Db, delivery: Delivery, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    if (!(await hasLease(db, delivery))) return false;
    await setBegun(db, delivery, now.toISOString());
    return true;
  });
}

/** Ends the lease on a delivery of which nothing came: it was not sent, or broken off. */
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
