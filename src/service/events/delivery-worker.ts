import type { Log } from '../../lib/log.ts';
import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { doubledGap } from '../../lib/time/growing-gap.ts';
import type { Db } from '../database/schema.ts';
import { attempt as send } from './attempt.ts';
import {
  beginDelivery,
  type Delivery,
  dueDeliveries,
  forgetFuture,
  nextDelivery,
  settleDelivery,
} from './outbox.ts';
import { mostAttempts } from './retry.ts';

interface CourierOptions {
  db: Db;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  random: () => number;
  log: Log;
  onError: (error: unknown) => void;
}

/**
 * Takes what the outbox holds to the hooks, at least once each: an attempt is written down after
 * its answer, so that a crash in between sends it again under the same id. Disposing waits a while
 * for the attempts that are under way, and breaks off those of hooks that keep silent: they are made
 * again.
 */
export function createDeliveryWorker(options: CourierOptions): Alarm {
  const { db, clock, onError } = options;
  /** The attempts under way, by their hook. */
  const underway = new Map<string, Promise<void>>();
  const [stopping, over] = [new AbortController(), new AbortController()];
  /** When it was looked last: never yet, so the clock may have been set back since. */
  let looked = new Date(8.64e15);
  const alarm = createAlarm({ clock, ring, onError });

  async function ring(): Promise<number | undefined> {
    const now = clock.now();
    if (now < looked) await forgetFuture(db, now);
    looked = now;
    for (const delivery of await dueDeliveries(db, now, underway.keys())) {
      const { hook_id } = delivery;
      const done = deliver(options, delivery, {
        stopping: stopping.signal,
        over: over.signal,
      }).finally(() => underway.delete(hook_id));
      underway.set(
        hook_id,
        done.then(() => alarm.wake(), onError),
      );
    }
    return nextDelivery(db, now);
  }

  return {
    wake: alarm.wake,
    async [Symbol.asyncDispose]() {
      await alarm[Symbol.asyncDispose]();
      stopping.abort();
      const done = Promise.all(underway.values()).finally(() => over.abort());
      await clock.sleep(graceMs, over.signal).catch(() => {});
      over.abort();
      await done;
    },
  };
}

/** With the grace of the HTTP server, less than the ten seconds after which `docker stop` kills. */
const graceMs = 3000;

interface Ends {
  stopping: AbortSignal;
  /** What is still under way is to end now. */
  over: AbortSignal;
}

async function deliver(
  options: CourierOptions,
  delivery: Delivery,
  { stopping, over }: Ends,
): Promise<void> {
  const { db, clock, fetch, random, log } = options;
  if (delivery.name === 'content.changed')
    await untilWritten(() => beginDelivery(db, delivery, clock.now()), options, stopping);
  const outcome = await send(delivery, { fetch, clock, signal: over });
  // Broken off, not failed.
  if (outcome.kind === 'failed' && over.aborted) return;
  const now = clock.now();
  const write = () => settleDelivery(db, delivery, outcome, { now, random });
  await untilWritten(write, options, stopping);
  // The hook by its id: its address may hold a secret.
  const { event_id: event, hook_id: hook } = delivery;
  const attempt = delivery.attempts + 1;
  const isGivenUp = outcome.kind === 'failed' && attempt === mostAttempts;
  if (isGivenUp) log.warn({ event, hook, attempt, ...outcome }, 'gave up an event');
  else log.info({ event, hook, attempt, ...outcome }, 'tried to deliver an event');
}

const gaps = { first: 100, longest: 60_000 };

/**
 * Writes with growing gaps until the database takes it, on a full disk for as long as that is full:
 * the hook counts as busy meanwhile, as it would be told the same again. Who stops has one last try.
 */
async function untilWritten(
  write: () => Promise<void>,
  { clock, log }: Pick<CourierOptions, 'clock' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
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
