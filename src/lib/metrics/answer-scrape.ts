import type { Context } from 'hono';
import { isBearer } from '../equal-secrets.ts';
import type { Metrics } from './metrics.ts';

/**
 * Answers `GET /metrics` if the request has the token. Plain HTTP is accepted, because the token
 * only gives access to numbers, and scrapers usually connect directly, without the proxy that
 * provides HTTPS.
 */
export function createAnswerScrape(metrics: Metrics | undefined) {
  return async (c: Context): Promise<Response> => {
    if (!metrics) return c.json({ error: 'Metrics are off: METRICS_TOKEN is not set.' }, 404);
    if (!isBearer(c.req.header('authorization'), metrics.token))
      return c.json({ error: tokenNeeded }, 401, { 'www-authenticate': 'Bearer' });
    return c.body(await metrics.scrape(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    });
  };
}

const tokenNeeded = 'A valid token is needed: Authorization: Bearer <METRICS_TOKEN>.';
