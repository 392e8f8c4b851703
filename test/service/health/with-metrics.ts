import type { PoolCount } from '../../../src/service/database/location.ts';
import { type CreateMetrics, loadServiceMetrics } from '../../../src/service/health/metrics.ts';
import { type Running, type StartOptions, startService } from '../start.ts';

export const metricsToken = 'c09a5e4826b1f7d3c09a5e4826b7f1d3';

interface MetricsOptions extends StartOptions {
  /** Replaces the connection pool of the database. */
  pool?: () => PoolCount;
}

/** Starts a service whose `/metrics` accepts `metricsToken`. */
export async function startWithMetrics({
  pool,
  ...options
}: MetricsOptions = {}): Promise<Running> {
  const create = await loadServiceMetrics(metricsToken);
  const metrics: CreateMetrics | undefined =
    create && ((watched) => create({ ...watched, ...(pool && { pool }) }));
  return startService({ metrics, ...options });
}

/** The text of `/metrics`. */
export async function scraped(service: Running): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { status, body } = await service.call('/metrics', { headers });
  if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  return body;
}
