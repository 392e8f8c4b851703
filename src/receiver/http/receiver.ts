import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createAnswerScrape } from '../../lib/metrics/answer-scrape.ts';
import { limits } from '../../model/limits.ts';
import { anything } from '../inbox/read-event.ts';
import type { ReceiverContext, ReceiverEnv, ReceiverOptions } from './context.ts';
import { createDeliver } from './deliver.ts';
import { createDeliveryGuard, requireJson } from './guard.ts';
import { requireToken } from './require-token.ts';
import { statusOf } from './status.ts';
import { createTake } from './take.ts';

// Receives deliveries and stores their events as pending. Verifies the raw bytes of a delivery
// before they are parsed. An event only decides which release to sync and when; all published data
// comes from the API.

/** Body of the response to a request that is not valid HTTP. */
export const malformedAnswer = JSON.stringify({ error: 'This is not a request.' });

/**
 * The receiver: a Hono app that can also be passed to `listen()`. Serves `POST /webhooks/release`, `POST /run`, `GET /status`, `/healthz` and `/metrics`.
 */
export function createReceiver(options: ReceiverOptions) {
  const app = new Hono<ReceiverEnv>();
  const take = createTake(options);
  const guard = createDeliveryGuard(options);
  // `/status` and `/run` have a separate rate limit, so that they still work when there are too
  // many deliveries.
  const guardOwn = createDeliveryGuard(options);
  const isOwner = requireToken(options.token);
  const limitBody = bodyLimit({
    maxSize: limits.body,
    onError: (c) => c.json({ error: 'The body is larger than 1 MiB.' }, 413),
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/metrics', createAnswerScrape(options.metrics));
  app.get('/status', guardOwn, isOwner, (c) => showStatus(c, options));
  // The request is stored as an event, so that it survives a crash.
  app.post('/run', guardOwn, isOwner, (c) =>
    take(c, {
      id: `run_${randomUUID()}`,
      subject: { type: 'run', target: anything },
      now: options.clock.now(),
    }),
  );
  app.post('/webhooks/release', guard, requireJson, limitBody, createDeliver({ ...options, take }));
  app.all('/metrics', allowOnly('GET'));
  app.all('/status', guardOwn, allowOnly('GET'));
  app.all('/run', guardOwn, allowOnly('POST'));
  app.all('/webhooks/release', guard, allowOnly('POST'));
  app.notFound((c) => c.json({ error: 'There is nothing at this address.' }, 404));
  app.onError((err, c) => {
    options.log.error({ err }, 'a request failed');
    return c.json({ error: 'The receiver has failed. Your request is not the cause.' }, 500);
  });
  const fetch = (request: Request, env: { incoming: unknown }) =>
    app.fetch(request, env as HttpBindings);
  return { app, fetch };
}

function showStatus(c: ReceiverContext, { inbox, runner, scrub }: ReceiverOptions): Response {
  const text = JSON.stringify(statusOf(inbox, runner.state()), null, 2);
  return c.body(`${scrub(text)}\n`, 200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
}

function allowOnly(method: string) {
  return (c: ReceiverContext) =>
    c.json({ error: `This address takes ${method}.` }, 405, { allow: method });
}
