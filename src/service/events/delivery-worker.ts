import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import { type DeliveryOptions, deliver } from './deliver.ts';
import { forgetFuture, nextDelivery, takeDue } from './outbox.ts';

interface WorkerOptions extends DeliveryOptions {
  /** A name for its leases, unique among all processes ever. */
  holder: string;
  onError: (error: unknown) => void;
}

/**
 * Delivers events to hooks, at least once each: an attempt is recorded after its answer, so that a
 * crash in between sends it again under the same id. Only one process delivers to a hook at a time.
 * Disposing waits for running attempts for a while, then aborts them; they are made again.
 */
export function createDeliveryWorker(options: WorkerOptions): Alarm {
  const { db, clock, holder, leaseMs, onError } = options;
  /** Running attempts by hook. */
  const underway = new Map<string, Promise<void>>();
  const [stopping, over] = [new AbortController(), new AbortController()];
  const ends = { stopping: stopping.signal, over: over.signal };
  /**
   * Time of the last check. Starts at the end of time, because the clock may have been set back
   * before the start.
   */
  let looked = new Date(8.64e15);
  const alarm = createAlarm({ clock, ring, onError });

  async function ring(): Promise<number | undefined> {
    const now = clock.now();
    if (now < looked) await forgetFuture(db, now);
    looked = now;
    const busy = underway.keys();
    for (const delivery of await takeDue(db, { now, busy, holder, leaseMs })) {
      const { hook_id } = delivery;
      const done = deliver(options, delivery, { ...ends, takenAt: now }).finally(() =>
        underway.delete(hook_id),
      );
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

/**
 * Together with the grace of the HTTP server, less than the ten seconds that `docker stop` waits.
 */
const graceMs = 3000;
