import type { Context } from 'hono';
import { createAnswerScrape } from '../../lib/metrics/answer-scrape.ts';
import type { App } from '../http/app.ts';
import type { Handle } from '../http/handle.ts';
import { problem } from '../http/problem.ts';
import { noStore } from '../http/send.ts';
import type { Readiness } from './readiness.ts';
import type { ServiceMetrics } from './service-metrics.ts';

interface HealthOptions {
  handle: Handle;
  isReady: Readiness;
  /** Shown at `/metrics`, which is closed where there are none. */
  metrics: ServiceMetrics | undefined;
}

/** Serves `/readyz` and `/metrics` (docs/api.md, "Health"): for machines that run the service. */
export function serveHealth(app: App, { handle, isReady, metrics }: HealthOptions): void {
  const routes = { '/readyz': answerReady(isReady), '/metrics': createAnswerScrape(metrics) };
  for (const [path, answer] of Object.entries(routes)) {
    app.get(path, handle(path, 'public', answer));
    app.all(path, handle(path, 'public', onlyRead));
  }
}

function answerReady(isReady: Readiness) {
  return async (c: Context): Promise<Response> => {
    const ready = await isReady();
    c.header('Cache-Control', noStore);
    if (ready) return c.json({ status: 'ready' });
    c.header('Retry-After', '1');
    return problem(c, 503, 'The database does not answer as it should; the log says why.');
  };
}

function onlyRead(c: Context): Response {
  c.header('Allow', 'GET');
  return problem(c, 405, 'This address takes GET.');
}
