import { sql } from 'kysely';
import { wordsOf } from '../../database/engine.ts';
import type { Db } from '../../database/schema.ts';

/**
 * The ids of releases whose time has come, the earliest first and no more than `most`, without
 * those in `but`.
 */
export async function dueReleases(
  db: Db,
  { now, most, but }: { now: Date; most: number; but: Iterable<string> },
): Promise<string[]> {
  const rows = await scheduled(db)
    .select('id')
    .where('scheduled_at', '<=', now.toISOString())
    .where(({ not }) => not(wordsOf(db).isAmong('id', but)))
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** When the next release after now goes live, in milliseconds since 1970. */
export async function nextScheduled(db: Db, now: Date): Promise<number | undefined> {
  const row = await scheduled(db)
    .select(({ fn }) => fn.min<string | null>('scheduled_at').as('at'))
    .where('scheduled_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.at ? Date.parse(row.at) : undefined;
}

/** Said as the index of what is due says it, or it would not be used. */
function scheduled(db: Db) {
  return db.selectFrom('release').where('status', '=', sql.lit('SCHEDULED' as const));
}
