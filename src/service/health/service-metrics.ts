import { Gauge } from 'prom-client';
import type { Log } from '../../lib/log.ts';
import { createMetrics, type Metrics } from '../../lib/metrics/metrics.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { PoolCount } from '../database/location.ts';
import type { Db } from '../database/schema.ts';
import type { WriteQueue } from '../database/write-queue.ts';
import { watchPool } from './pool.ts';
import { databaseReadings } from './readings.ts';
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts';

export interface ServiceMetrics extends Metrics, RequestMetrics {
  /** A queue of writes that tells how many wait in it. */
  watching: (queue: WriteQueue) => WriteQueue;
}

/** What is told of. */
export interface Watched {
  db: Db;
  /** How the connections stand, where there is a pool of them. */
  pool?: (() => PoolCount) | undefined;
  clock: Clock;
  log: Log;
}

/** docs/service.md, "Metrics". The token opens them. */
export function createServiceMetrics(token: string, watched: Watched): ServiceMetrics {
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
    help: 'Requests that write, or wait for their turn to.',
    registers: [registry],
  });
  return {
    ...metrics,
    ...createRequestMetrics(registry),
    watching: (queue) => (work, maxAhead) => {
      writes.inc();
      return queue(work, maxAhead).finally(() => writes.dec());
    },
  };
}
