import { Gauge, type Registry } from 'prom-client';
import type { PoolCount } from '../database/location.ts';

const told = {
  total: ['waymark_database_connections', 'Connections to the database that are open.'],
  idle: ['waymark_database_idle_connections', 'Connections to the database that nobody uses.'],
  waiting: ['waymark_database_connection_waiters', 'Those who wait for a connection.'],
} as const satisfies Record<keyof PoolCount, readonly string[]>;

/** Tells at each scrape how a pool stands, also while its database does not answer. */
export function watchPool(registry: Registry, pool: () => PoolCount): void {
  for (const key of ['total', 'idle', 'waiting'] as const) {
    const [name, help] = told[key];
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
