import type { Context } from 'hono';
import { createAnswerScrape } from '../../lib/metrics/answer-scrape.ts';
import type { App } from '../http/app.ts';
import type { Handle } from '../http/handle.ts';
import { problem } from '../http/problem.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/** Serves `/metrics` (docs/api.md, "Health"), which is closed where there are none. */
export function serveMetrics(
  app: App,
  { handle, metrics }: { handle: Handle; metrics: ServiceMetrics | undefined },
): void {
  app.get('/metrics', handle('/metrics', 'public', createAnswerScrape(metrics)));
  app.all('/metrics', handle('/metrics', 'public', onlyRead));
}

function onlyRead(c: Context): Response {
  c.header('Allow', 'GET');
  return problem(c, 405, 'This address takes GET.');
}
