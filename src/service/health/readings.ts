import { sql } from 'kysely';
import { type GaugeReading, secondsSince } from '../../lib/metrics/reading.ts';
import type { Db } from '../database/schema.ts';
import { countFailed } from '../events/deliveries.ts';

/** What waits in the database, and for how long. @throws where it cannot be read */
export async function databaseReadings(db: Db, now: Date): Promise<GaugeReading[]> {
  const { due, since } = await dueSince(db, now);
  return [
    {
      name: 'waymark_deliveries_due',
      help: 'Deliveries to hooks whose time has come.',
      value: due,
    },
    {
      name: 'waymark_deliveries_oldest_due_age_seconds',
      help: 'For how long the oldest of these has been due; 0 where none is.',
      value: secondsSince(since, now),
    },
    {
      name: 'waymark_deliveries_failed',
      help: 'Deliveries that were given up, as long as they are kept.',
      value: Number(await countFailed(db)),
    },
    {
      name: 'waymark_releases_overdue',
      help: 'Releases whose time has come and that are not published yet.',
      value: await countOverdue(db, now),
    },
  ];
}

async function dueSince(db: Db, now: Date): Promise<{ due: number; since: string | null }> {
  const { due, since } = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.countAll().as('due'))
    .select(({ fn }) => fn.min<string | null>('due_at').as('since'))
    .where('due_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();
  return { due: Number(due), since };
}

async function countOverdue(db: Db, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom('release')
    .select(({ fn }) => fn.countAll().as('n'))
    // As the index of what is due says it, or it would not be used.
    .where('status', '=', sql.lit('SCHEDULED' as const))
    .where('scheduled_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();
  return Number(n);
}
