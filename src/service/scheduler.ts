import { DatabaseUnavailableError } from '../lib/database/unavailable.ts';
import { type Alarm, createAlarm } from '../lib/time/alarm.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Release } from '../model/api/release.ts';
import type { Db } from './database/schema.ts';
import { inTransaction } from './database/transaction.ts';
import {
  dueReleases,
  nextScheduled,
  publishRelease,
} from './resources/releases/publish-release.ts';

interface SchedulerOptions {
  db: Db;
  clock: Clock;
  random: () => number;
  /** Gives a release as events show it. */
  show: (release: Release) => Release;
  /** Called after something went live. */
  onPublished: () => void;
  onError: (error: unknown) => void;
}

const maxAtOnce = 50;
/** When a release is tried again that could not be published, in milliseconds. */
const retryMs = 60_000;
/** After how long, at most, it is looked again where another process was first. */
const maxBackoffMs = 1000;

/**
 * Publishes scheduled releases when their time comes. The table says what is due, so that a restart
 * makes up for what fell due meanwhile; what cannot be published is left out for a while, so that
 * it holds up nothing and does not keep the service busy. The statement that publishes a release asks
 * whether it is due, as it may just have been moved, published or removed; where that was another
 * process that publishes, the rest is left to it for a moment, which is not the same for all.
 */
export function createScheduler(options: SchedulerOptions): Alarm {
  const { db, clock, random, show, onPublished, onError } = options;
  /** When each of those that could not be published is tried again, in milliseconds since 1970. */
  const failed = new Map<string, number>();
  return createAlarm({ clock, ring, onError });

  async function ring(): Promise<number | undefined> {
    const now = clock.now();
    for (const [id, at] of failed) if (at <= now.getTime()) failed.delete(id);
    const due = await dueReleases(db, { now, most: maxAtOnce, but: failed.keys() });
    for (const id of due)
      if (!(await publish(id))) return clock.now().getTime() + random() * maxBackoffMs;
    // Requests get their turn before the next ones.
    return due.length === maxAtOnce ? now.getTime() : nextScheduled(db, now);
  }

  /** False where it is due no more. */
  async function publish(id: string): Promise<boolean> {
    try {
      const move = { status: 'RELEASED' } as const;
      const { kind } = await inTransaction(db, (db) =>
        publishRelease(db, id, { move, now: clock.now(), show, ifDue: true }),
      );
      if (kind !== 'published') return false;
      onPublished();
    } catch (error) {
      // No fault of the release: the whole round is tried again soon.
      if (error instanceof DatabaseUnavailableError) throw error;
      failed.set(id, clock.now().getTime() + retryMs);
      onError(error);
    }
    return true;
  }
}
