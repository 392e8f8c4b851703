import { type Kysely, sql } from 'kysely';
import { digest } from '../../lib/digest.ts';
import {
  allowance,
  createNaming,
  createRateLimit,
  type RateLimit,
  unlimited,
  windowSeconds,
} from '../../lib/http/rate-limit.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { OpenDatabase } from '../database/location.ts';
import type { Db } from '../database/schema.ts';

export type RateLimits = ReturnType<typeof createRateLimits>;

/**
 * Creates the limits. Callers without a valid key (`strangers`) have separate counters, so that many
 * of them cannot use up the counters of key holders. On PostgreSQL, all instances share the counts.
 * With SQLite, the counts are in memory.
 */
export function createRateLimits(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  clock: Clock,
) {
  const create = (kind: string) =>
    engine === 'postgres' ? createSharedRateLimit(db, kind, { clock }) : createRateLimit(clock);
  return {
    holders: create('holders'),
    strangers: create('strangers'),
    /** Counts the calls of each incoming webhook, whatever address they come from. */
    webhooks: create('webhooks'),
  };
}

/** A table that exists only on PostgreSQL. */
type Counts = Record<'request_count', { caller: string; minute: number; count: number }>;

/** Seconds since 1970 by PostgreSQL's clock, which all instances share. */
const seconds = sql`extract(epoch from statement_timestamp())`;
const minute = sql<number>`floor(${seconds} / ${sql.lit(windowSeconds)})::integer`;
const reset = sql<number>`ceil(${sql.lit(windowSeconds)} - ${seconds} % ${sql.lit(windowSeconds)})::integer`;

/**
 * Counts requests in a table that all instances share. The first request of a minute removes the
 * rows of earlier minutes. In a minute, a process adds at most `callers` rows, one per caller, and
 * one row for all further callers. Callers are stored as digests. Once a caller is over its limit,
 * its requests run no SQL until the minute ends.
 */
export function createSharedRateLimit(
  db: Db,
  kind: string,
  { clock, callers }: { clock: Clock; callers?: number },
): RateLimit {
  const counts = db.$extendTables<Counts>();
  const nameOf = createNaming(callers);
  let current = -1;
  /**
   * Callers that have used up a limit, keyed by limit and caller, and the time when their minute
   * ends. Cleared every minute, so that its size is bounded.
   */
  const usedUp = new Map<string, number>();
  return async (caller, perMinute) => {
    if (perMinute === 0) return unlimited;
    const now = clock.now().getTime();
    const window = Math.floor(now / 1000 / windowSeconds);
    const isFirst = window !== current;
    if (isFirst) usedUp.clear();
    current = window;
    const name = nameOf(caller, window);
    const limited = `${perMinute} ${name}`;
    const leftMs = (usedUp.get(limited) ?? now) - now;
    if (leftMs > 0) return allowance(perMinute, perMinute + 1, Math.ceil(leftMs / 1000));
    const counted = await count(counts, digest(`${kind} ${name}`, 32));
    if (isFirst) await sweep(counts);
    if (counted.count > perMinute) usedUp.set(limited, now + counted.reset * 1000);
    return allowance(perMinute, counted.count, counted.reset);
  };
}

function count(counts: Kysely<Counts>, caller: string): Promise<{ count: number; reset: number }> {
  return counts
    .insertInto('request_count')
    .values({ caller, minute, count: 1 })
    .onConflict((conflict) =>
      conflict.column('caller').doUpdateSet({
        minute: (eb) => eb.ref('excluded.minute'),
        count: sql`case when request_count.minute = excluded.minute
          then least(request_count.count, 2000000000) + 1 else 1 end`,
      }),
    )
    .returning(['count', reset.as('reset')])
    .executeTakeFirstOrThrow();
}

/** Removes the rows of earlier minutes, except those that other requests have locked. */
async function sweep(counts: Kysely<Counts>): Promise<void> {
  await counts
    .deleteFrom('request_count')
    .where('caller', 'in', (eb) =>
      eb
        .selectFrom('request_count')
        .select('caller')
        .where('minute', '<>', minute)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}
