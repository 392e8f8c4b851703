import type { MiddlewareHandler } from 'hono';
import { sql } from 'kysely';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Log } from '../../lib/log.ts';
import { createMetrics, type GaugeReading, secondsSince } from '../../lib/metrics/metrics.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { PoolCount } from '../database/location.ts';
import type { Db } from '../database/schema.ts';
import type { WriteQueue } from '../database/write-queue.ts';
import { countFailed } from '../events/deliveries.ts';
import type { HttpEnv } from '../http/handle.ts';

export type ServiceMetrics = ReturnType<typeof createServiceMetrics>;

/** What the metrics measure. */
export interface Watched {
  db: Db;
  /** State of the connection pool, if there is one. */
  pool?: (() => PoolCount) | undefined;
  clock: Clock;
  log: Log;
}

/**
 * See docs/service.md, "Metrics".
 * @param token that clients must send to read the metrics
 */
export function createServiceMetrics(token: string, watched: Watched) {
  const { db, pool, clock, log } = watched;
  const metrics = createMetrics({
    token,
    clock,
    read: () => databaseReadings(db, clock.now()),
    onError: (err) => log.warn({ err }, 'the database could not be read for a scrape'),
  });
  const { registry } = metrics;
  if (pool) watchPool(registry, pool);
  const writes = new Gauge({
    name: 'waymark_writes_pending',
    help: 'Requests that are writing or waiting to write.',
    registers: [registry],
  });
  return {
    ...metrics,
    /** Counts answers. */
    counting: createRequestMetrics(registry),
    /** Wraps a queue, so that the metrics contain the number of writes in it. */
    watching:
      (queue: WriteQueue): WriteQueue =>
      (work, maxAhead) => {
        writes.inc();
        return queue(work, maxAhead).finally(() => writes.dec());
      },
  };
}

const poolGauges = {
  total: ['waymark_database_connections', 'Open connections to the database.'],
  idle: ['waymark_database_idle_connections', 'Idle connections to the database.'],
  waiting: [
    'waymark_database_connection_waiters',
    'Requests waiting for a connection to the database.',
  ],
} as const satisfies Record<keyof PoolCount, readonly string[]>;

/**
 * Reports the state of the connection pool each time the metrics are read, even if the database
 * does not answer.
 */
function watchPool(registry: Registry, pool: () => PoolCount): void {
  for (const key of ['total', 'idle', 'waiting'] as const) {
    const [name, help] = poolGauges[key];
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(pool()[key]);
      },
    });
  }
}

/** In seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Counts requests by route, method and status. The route is the pattern of the path, since paths
 * may contain tokens. Unknown routes share one label, and unknown methods share another, so that
 * clients cannot create any number of labels.
 */
function createRequestMetrics(registry: Registry): MiddlewareHandler<HttpEnv> {
  const common = { labelNames: ['route', 'method', 'status'] as const, registers: [registry] };
  const requests = new Counter({
    ...common,
    name: 'waymark_http_requests_total',
    help: 'Requests that were answered.',
  });
  const durations = new Histogram({
    ...common,
    name: 'waymark_http_request_duration_seconds',
    help: 'How long answers took.',
    buckets,
  });
  return async (c, next) => {
    const end = durations.startTimer();
    await next();
    const route = c.get('route') ?? '*';
    const labels = {
      route: route.includes('*') ? unknown : route,
      method: methods.has(c.req.method) ? c.req.method : other,
      status: c.res.status,
    };
    requests.inc(labels);
    end(labels);
  };
}

const unknown = 'unknown';
const other = 'other';
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

/** Reads pending work and its age. @throws if the database cannot be read */
async function databaseReadings(db: Db, now: Date): Promise<GaugeReading[]> {
  const { due, since } = await dueSince(db, now);
  return [
    {
      name: 'waymark_deliveries_due',
      help: 'Due deliveries to hooks.',
      value: due,
    },
    {
      name: 'waymark_deliveries_oldest_due_age_seconds',
      help: 'Seconds that the oldest due delivery has been due; 0 if none is due.',
      value: secondsSince(since, now),
    },
    {
      name: 'waymark_deliveries_failed',
      help: 'Failed deliveries that are not yet removed.',
      value: Number(await countFailed(db)),
    },
    {
      name: 'waymark_releases_overdue',
      help: 'Scheduled releases that are due but not yet published.',
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
    // The database uses its partial index only if the condition is written exactly as in the index.
    .where('status', '=', sql.lit('SCHEDULED' as const))
    .where('scheduled_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();
  return Number(n);
}
