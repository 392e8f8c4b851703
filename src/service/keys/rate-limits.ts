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

/**
 * Apart, as of each so many are counted one by one, and all others together: strangers can be that
 * many.
 */
export interface RateLimits {
  holders: RateLimit;
  strangers: RateLimit;
  /** Calls of an incoming webhook, from whatever addresses they come. */
  webhooks: RateLimit;
}

/** For all instances together where there can be several, and otherwise in memory. */
export function createRateLimits(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  clock: Clock,
): RateLimits {
  const create = (kind: keyof RateLimits) =>
    engine === 'postgres' ? createSharedRateLimit(db, kind, { clock }) : createRateLimit(clock);
  return {
    holders: create('holders'),
    strangers: create('strangers'),
    webhooks: create('webhooks'),
  };
}

/** PostgreSQL's alone. */
type Counts = Record<'request_count', { caller: string; minute: number; count: number }>;

/** By PostgreSQL's clock, which is one for all. */
const seconds = sql`extract(epoch from statement_timestamp())`;
const minute = sql<number>`floor(${seconds} / ${sql.lit(windowSeconds)})::integer`;
const reset = sql<number>`ceil(${sql.lit(windowSeconds)} - ${seconds} % ${sql.lit(windowSeconds)})::integer`;

/**
 * Counts in a table, for every instance on the database. A process that is the first to see a minute
 * removes the rows of those before; in one minute it adds no more rows than it would count in memory,
 * however many callers there are: `callers`, and one for all others. Rows name callers by digests: of
 * keys, nothing else is kept. A caller over its limit costs no statement for the rest of the minute.
 */
export function createSharedRateLimit(
  db: Db,
  kind: string,
  { clock, callers }: { clock: Clock; callers?: number },
): RateLimit {
  const counts = db.$extendTables<Counts>();
  const nameOf = createNaming(callers);
  let current = -1;
  /** When the minute ends, by caller and limit. Cleared with the names, it has the same bound. */
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

/** Waits for nobody who counts, nor for another who sweeps. */
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
