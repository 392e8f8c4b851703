import { DatabaseUnavailableError } from '../lib/database/unavailable.ts';
import { type Alarm, createAlarm } from '../lib/time/alarm.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { Release } from '../model/api/release.ts';
import type { Db } from './database/schema.ts';
import { publishRelease } from './resources/releases/publish-release.ts';
import { dueReleases, nextScheduled } from './resources/releases/scheduled.ts';

interface SchedulerOptions {
  db: Db;
  clock: Clock;
  /** Gives a release as events show it. */
  shown: (release: Release) => Release;
  /** Called after something went live. */
  onPublished: () => void;
  onError: (error: unknown) => void;
}

const mostAtOnce = 50;
/** When a release is tried again that could not be published, in milliseconds. */
const retryMs = 60_000;

/**
 * Publishes scheduled releases when their time comes. The table says what is due, so that a restart
 * makes up for what fell due meanwhile; what cannot be published is left out for a while, so that
 * it holds up nothing and does not keep the service busy. Each release is looked at again in the
 * transaction that publishes it, as it may just have been moved, published or removed.
 */
export function createScheduler(options: SchedulerOptions): Alarm {
  const { db, clock, shown, onPublished, onError } = options;
  /** When each of those that could not be published is tried again, in milliseconds since 1970. */
  const failed = new Map<string, number>();
  return createAlarm({ clock, ring, onError });

  async function ring(): Promise<number | undefined> {
    const now = clock.now();
    for (const [id, at] of failed) if (at <= now.getTime()) failed.delete(id);
    const due = await dueReleases(db, { now, most: mostAtOnce, but: failed.keys() });
    for (const id of due) await publish(id, now);
    if (due.length > 0) onPublished();
    // Requests get their turn before the next ones.
    return due.length === mostAtOnce ? now.getTime() : nextScheduled(db, now);
  }

  async function publish(id: string, now: Date): Promise<void> {
    const isDue = ({ status, scheduled_at = '' }: Release) =>
      status === 'SCHEDULED' && scheduled_at <= now.toISOString();
    try {
      const move = { status: 'RELEASED' } as const;
      await publishRelease(db, id, { move, now, shown, onlyIf: isDue });
    } catch (error) {
      // No fault of the release: the whole round is tried again soon.
      if (error instanceof DatabaseUnavailableError) throw error;
      failed.set(id, now.getTime() + retryMs);
      onError(error);
    }
  }
}
