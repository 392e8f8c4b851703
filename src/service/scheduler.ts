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
  /** Formats a release for events. */
  show: (release: Release) => Release;
  /** Called after a publication. */
  onPublished: () => void;
  onError: (error: unknown) => void;
}

const maxAtOnce = 50;
/** Delay before a failed publication is retried, in milliseconds. */
const retryMs = 60_000;
/** Maximum delay where another process was first, in milliseconds. */
const maxBackoffMs = 1000;

/**
 * Publishes scheduled releases when they are due. The table has the due times, so a restart catches
 * up. Failed releases are skipped for a while. The publishing statement checks again that a release
 * is due. If another process was faster, this one pauses for a random moment and leaves it the
 * rest.
 */
export function createScheduler(options: SchedulerOptions): Alarm {
  const { db, clock, random, show, onPublished, onError } = options;
  /** Time of the next attempt by failed release, in milliseconds since 1970. */
  const failed = new Map<string, number>();
  return createAlarm({ clock, ring, onError });

  async function ring(): Promise<number | undefined> {
    const now = clock.now();
    for (const [id, at] of failed) if (at <= now.getTime()) failed.delete(id);
    const due = await dueReleases(db, { now, most: maxAtOnce, but: failed.keys() });
    for (const id of due)
      if (!(await publish(id))) return clock.now().getTime() + random() * maxBackoffMs;
    // The alarm continues a second later, so that requests can run between batches.
    return due.length === maxAtOnce ? now.getTime() : nextScheduled(db, now);
  }

  /** False if it is no longer due. */
  async function publish(id: string): Promise<boolean> {
    try {
      const move = { status: 'RELEASED' } as const;
      const { kind } = await inTransaction(db, (db) =>
        publishRelease(db, id, { move, now: clock.now(), show, ifDue: true }),
      );
      if (kind !== 'published') return false;
      onPublished();
    } catch (error) {
      // Not the release's fault: the whole round is retried soon.
      if (error instanceof DatabaseUnavailableError) throw error;
      failed.set(id, clock.now().getTime() + retryMs);
      onError(error);
    }
    return true;
  }
}
