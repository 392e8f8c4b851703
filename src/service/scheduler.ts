import { DatabaseUnavailableError } from '../lib/database/unavailable.ts';
import { type Alarm, createAlarm } from '../lib/time/alarm.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Release } from '../model/api/release.ts';
import type { Db } from './database/schema.ts';
import { inTransaction } from './database/transaction.ts';
import { RefusedError } from './refused-error.ts';
import {
  dueReleases,
  nextScheduled,
  publishRelease,
} from './resources/releases/publish-release.ts';

interface SchedulerOptions {
  db: Db;
  clock: Clock;
  random: () => number;
  /** Converts a release to its form in events. */
  show: (release: Release) => Release;
  /** Called after a publication. */
  onPublished: () => void;
  onError: (error: unknown) => void;
}

const maxAtOnce = 50;
/** Time after which a failed publication is tried again, in milliseconds. */
const retryMs = 60_000;
/** Maximum pause if another process has published a due release first, in milliseconds. */
const maxBackoffMs = 1000;

/**
 * Publishes scheduled releases when they are due. The due times are in the database, so that a
 * restarted process publishes what it missed. A release whose publication failed is skipped for a
 * while. If another process has published a release first, this process pauses for a random time,
 * so that the other process publishes the rest.
 */
export function createScheduler(options: SchedulerOptions): Alarm {
  const { db, clock, random, show, onPublished, onError } = options;
  /** When to try each failed release again, in milliseconds since 1970. */
  const failed = new Map<string, number>();
  return createAlarm({ clock, ring, onError });

  async function ring(): Promise<number | undefined> {
    const now = clock.now();
    for (const [id, at] of failed) if (at <= now.getTime()) failed.delete(id);
    const due = await dueReleases(db, { now, most: maxAtOnce, but: failed.keys() });
    for (const id of due)
      if (!(await publish(id))) return clock.now().getTime() + random() * maxBackoffMs;
    // If more releases may be due, the alarm rings again after a second, so that requests can run
    // between batches.
    return due.length === maxAtOnce ? now.getTime() : nextScheduled(db, now);
  }

  /** Publishes a release; false if it is no longer due. */
  async function publish(id: string): Promise<boolean> {
    try {
      await inTransaction(db, (db) =>
        publishRelease(db, id, { move: {}, now: clock.now(), show, ifDue: true }),
      );
      onPublished();
    } catch (error) {
      if (error instanceof RefusedError) return false;
      // The cause is the database, not the release, so the release is not skipped. The timer runs
      // again after a second.
      if (error instanceof DatabaseUnavailableError) throw error;
      failed.set(id, clock.now().getTime() + retryMs);
      onError(error);
    }
    return true;
  }
}
