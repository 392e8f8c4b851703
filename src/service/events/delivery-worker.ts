import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import { type DeliveryOptions, deliver } from './deliver.ts';
import { forgetFuture, nextDelivery, takeDue } from './outbox.ts';

interface WorkerOptions extends DeliveryOptions {
  /**
   * Name of this process in leases. It is never used by another process, not even after a restart.
   */
  holder: string;
  onError: (error: unknown) => void;
}

/**
 * Delivers events to hooks, each at least once. The outcome is recorded only after the hook's
 * answer, so after a crash before that, the event is sent again with the same id. Only one process
 * at a time delivers to a hook. Disposing waits a few seconds for running attempts, then aborts
 * them; aborted attempts are repeated after the next start.
 */
export function createDeliveryWorker(options: WorkerOptions): Alarm {
  const { db, clock, holder, leaseMs, onError } = options;
  /** Running attempts by hook. */
  const underway = new Map<string, Promise<void>>();
  const [stopping, over] = [new AbortController(), new AbortController()];
  const ends = { stopping: stopping.signal, over: over.signal };
  /**
   * Time of the last check. If the current time is earlier, the clock was set back. The clock may
   * have been set back before the start, so the initial value is the latest possible time.
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
 * How long disposing waits for running attempts, in milliseconds. Together with the HTTP server's
 * grace period, this is less than the ten seconds for which `docker stop` waits.
 */
const graceMs = 3000;
