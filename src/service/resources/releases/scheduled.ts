import { z } from 'zod';
import type { Database } from '../../../lib/database/database.ts';

/**
 * The ids of releases whose time has come, the earliest first and no more than `most`, without
 * those in `but`.
 */
export function dueReleases(
  database: Database,
  { now, most, but }: { now: Date; most: number; but: Iterable<string> },
): string[] {
  return database
    .all(
      z.object({ id: z.string() }),
      `SELECT id FROM release INDEXED BY release_due
       WHERE status = 'SCHEDULED' AND scheduled_at <= :now
         AND id NOT IN (SELECT value FROM json_each(:but))
       ORDER BY scheduled_at, id LIMIT :most`,
      { now: now.toISOString(), most, but: JSON.stringify([...but]) },
    )
    .map(({ id }) => id);
}

/** When the next release after now goes live, in milliseconds since 1970. */
export function nextScheduled(database: Database, now: Date): number | undefined {
  const row = database.get(
    z.object({ at: z.string().nullable() }),
    `SELECT min(scheduled_at) AS at FROM release INDEXED BY release_due
     WHERE status = 'SCHEDULED' AND scheduled_at > :now`,
    { now: now.toISOString() },
  );
  return row?.at ? Date.parse(row.at) : undefined;
}
