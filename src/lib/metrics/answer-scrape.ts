import type { Context } from 'hono';
import { isBearer } from '../http/bearer.ts';
import type { Metrics } from './metrics.ts';

/**
 * Answers `GET /metrics` to holders of the token; to nobody where there are no metrics. Nothing is
 * said of how the token came: scrapes go from machine to machine of one network, as a rule, and it
 * opens nothing but numbers.
 */
export function createAnswerScrape(metrics: Metrics | undefined) {
  return async (c: Context): Promise<Response> => {
    if (!metrics) return c.json({ error: 'This address answers once METRICS_TOKEN is set.' }, 404);
    if (!isBearer(c.req.header('authorization'), metrics.token))
      return c.json(
        { error: 'A valid token is needed: Authorization: Bearer <METRICS_TOKEN>.' },
        401,
        {
          'www-authenticate': 'Bearer',
        },
      );
    return c.body(await metrics.scrape(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    });
  };
}
