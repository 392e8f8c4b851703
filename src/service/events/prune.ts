import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import type { Clock } from '../../lib/time/clock.ts';

const hour = 60 * 60_000;
/** How long an event is kept after the last attempt to deliver it. */
const keptMs = 30 * 24 * hour;
const mostAtOnce = 100;

/** Removes every hour what the outbox needs no more, so that it does not grow for ever. */
export function createPruner(options: {
  database: Database;
  clock: Clock;
  onError: (error: unknown) => void;
}): Alarm {
  const { database, clock, onError } = options;
  return createAlarm({ clock, onError, ring });

  function ring(): number {
    const now = clock.now();
    const removed = prune(database, now);
    // Requests get their turn before the next ones.
    return removed === mostAtOnce ? now.getTime() : now.getTime() + hour;
  }
}

/** Removes events whose last attempt is long past and for which none is to come; gives how many. */
function prune(database: Database, now: Date): number {
  const before = new Date(now.getTime() - keptMs).toISOString();
  return database.transaction(() => {
    database.run(
      `UPDATE hook SET previous_secret = NULL, previous_secret_until = NULL
       WHERE previous_secret_until <= :now`,
      { now: now.toISOString() },
    );
    return remove(
      database,
      `SELECT id FROM event WHERE created_at < :before AND NOT EXISTS
         (SELECT 1 FROM delivery
          WHERE event_id = event.id AND (due_at IS NOT NULL OR attempted_at >= :before))
       ORDER BY created_at LIMIT ${mostAtOnce}`,
      { before },
    );
  });
}

/**
 * Removes the events of a release, delivered or not: they hold its text, which is to be gone with
 * it.
 */
export function removeEventsOf(database: Database, release_id: string): void {
  remove(database, 'SELECT id FROM event WHERE release_id = :release_id', { release_id });
}

function remove(database: Database, query: string, values: Record<string, string>): number {
  return database.transaction(() => {
    const found = database.all(z.object({ id: z.string() }), query, values);
    const ids = JSON.stringify(found.map(({ id }) => id));
    const these = 'IN (SELECT value FROM json_each(:ids))';
    database.run(`DELETE FROM delivery WHERE event_id ${these}`, { ids });
    return database.run(`DELETE FROM event WHERE id ${these}`, { ids });
  });
}
