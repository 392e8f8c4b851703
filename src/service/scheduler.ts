import { type Alarm, createAlarm } from '../lib/alarm.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/database/database.ts';
import type { Release } from '../model/release.ts';
import { publishRelease } from './resources/publish-release.ts';
import { dueReleases, nextScheduled } from './resources/scheduled.ts';

interface SchedulerOptions {
  database: Database;
  clock: Clock;
  /** Gives a release as events show it. */
  shown: (release: Release) => Release;
  /** Called after something went live. */
  onPublished: () => void;
  onError: (error: unknown) => void;
}

const mostAtOnce = 50;

/**
 * Publishes scheduled releases when their time comes. It remembers nothing: the table says what is
 * due, so that a restart makes up for what fell due meanwhile. Each release is looked at again in
 * the transaction that publishes it, as it may just have been moved, published or removed.
 */
export function createScheduler(options: SchedulerOptions): Alarm {
  const { database, clock, shown, onPublished, onError } = options;
  return createAlarm({ clock, ring, onError });

  function ring(): number | undefined {
    const now = clock.now();
    const due = dueReleases(database, now, mostAtOnce);
    for (const id of due) publish(id, now);
    if (due.length > 0) onPublished();
    // Requests get their turn before the next ones.
    return due.length === mostAtOnce ? now.getTime() : nextScheduled(database, now);
  }

  function publish(id: string, now: Date): void {
    const isDue = ({ status, scheduled_at = '' }: Release) =>
      status === 'SCHEDULED' && scheduled_at <= now.toISOString();
    try {
      publishRelease(database, id, { move: { status: 'RELEASED' }, now, shown, onlyIf: isDue });
    } catch (error) {
      // One that cannot be published must not hold up the others.
      onError(error);
    }
  }
}
