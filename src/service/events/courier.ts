import { type Alarm, createAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/database/database.ts';
import type { Log } from '../../lib/log.ts';
import { attempt } from './attempt.ts';
import { type Delivery, dueDeliveries, nextDelivery, settle } from './outbox.ts';

interface CourierOptions {
  database: Database;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  random: () => number;
  log: Log;
  onError: (error: unknown) => void;
}

/**
 * Takes what the outbox holds to the hooks, at least once each: an attempt is written down after
 * its answer, so that a crash in between sends it again under the same id. Disposing waits for
 * the attempts that are under way.
 */
export function createCourier(options: CourierOptions): Alarm {
  const { database, clock, onError } = options;
  /** The attempts under way, by their hook. */
  const underway = new Map<string, Promise<void>>();
  const alarm = createAlarm({ clock, ring, onError });

  function ring(): number | undefined {
    const now = clock.now();
    for (const delivery of dueDeliveries(database, now, underway.keys())) {
      const { hook_id } = delivery;
      const done = deliver(options, delivery).finally(() => underway.delete(hook_id));
      underway.set(
        hook_id,
        done.then(() => alarm.wake(), onError),
      );
    }
    return nextDelivery(database, now);
  }

  return {
    wake: alarm.wake,
    async [Symbol.asyncDispose]() {
      await alarm[Symbol.asyncDispose]();
      await Promise.all(underway.values());
    },
  };
}

async function deliver(options: CourierOptions, delivery: Delivery): Promise<void> {
  const { database, clock, fetch, random, log } = options;
  const outcome = await attempt(delivery, { fetch, clock });
  settle(database, delivery, outcome, { now: clock.now(), random });
  // The hook by its id: its address may hold a secret.
  const { event_id: event, hook_id: hook, attempts } = delivery;
  log.info({ event, hook, attempt: attempts + 1, ...outcome }, 'tried to deliver an event');
}
