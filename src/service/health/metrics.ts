import { createAnswerScrape } from '../../lib/metrics/answer-scrape.ts';
import { type App, refuseMethod } from '../http/app.ts';
import type { Handle } from '../http/handle.ts';
import type { ServiceMetrics, Watched } from './service-metrics.ts';

export type CreateMetrics = (watched: Watched) => ServiceMetrics;

/** Loads the metrics' code and library, but only if a token is set. */
export async function loadServiceMetrics(
  token: string | undefined,
): Promise<CreateMetrics | undefined> {
  if (token === undefined) return undefined;
  const { createServiceMetrics } = await import('./service-metrics.ts');
  return (watched) => createServiceMetrics(token, watched);
}

/** Serves `/metrics` (docs/api.md, "Health"), which answers 404 if no metrics are collected. */
export function serveMetrics(
  app: App,
  { handle, metrics }: { handle: Handle; metrics: ServiceMetrics | undefined },
): void {
  app.get('/metrics', handle('/metrics', 'public', createAnswerScrape(metrics)));
  app.all('/metrics', handle('/metrics', 'public', refuseMethod([{ method: 'GET' }])));
}
