import type { ServiceMetrics, Watched } from './service-metrics.ts';

/** Makes the metrics of a service from what it works with. */
export type CreateMetrics = (watched: Watched) => ServiceMetrics;

/** What makes metrics, where a token opens them; their library is loaded for these alone. */
export async function loadServiceMetrics(
  token: string | undefined,
): Promise<CreateMetrics | undefined> {
  if (token === undefined) return undefined;
  const { createServiceMetrics } = await import('./service-metrics.ts');
  return (watched) => createServiceMetrics(token, watched);
}
