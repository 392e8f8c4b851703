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

// Takes deliveries; gives pending events for a new build.
// Proves a delivery's origin over its raw bytes before anything is parsed.
// Never takes an event for data: what is published comes from the API.

/** The receiver as a Hono app, and for `listen()`. */
export interface Receiver {
  app: Hono<ReceiverEnv>;
  fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response>;
}

/** The answer to what is no request at all. */
export const malformedAnswer = JSON.stringify({ error: 'This is not a request.' });

/** The receiver over HTTP: `POST /webhooks/release`, `POST /run`, `GET /status`, `/healthz`, `/metrics`. */
export function createReceiver(options: ReceiverOptions): Receiver {
  const app = new Hono<ReceiverEnv>();
  const take = createTake(options);
  const guard = createDeliveryGuard(options);
  // Counted by themselves: while deliveries are too many, the status is what one needs.
  const guardOwn = createDeliveryGuard(options);
  const isOwner = requireToken(options.token);
  const limitBody = bodyLimit({
    maxSize: limits.body,
    onError: (c) => c.json({ error: 'The body is larger than 1 MiB.' }, 413),
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/metrics', createAnswerScrape(options.metrics));
  app.get('/status', guardOwn, isOwner, (c) => showStatus(c, options));
  // An event of our own, that no more than any other is forgotten in a crash.
  app.post('/run', guardOwn, isOwner, (c) =>
    take(c, {
      id: `run_${randomUUID()}`,
      subject: { type: 'run', wanted: anything },
      now: options.clock.now(),
    }),
  );
  app.post('/webhooks/release', guard, requireJson, limitBody, createDeliver({ ...options, take }));
  app.all('/metrics', onlyTakes('GET'));
  app.all('/status', guardOwn, onlyTakes('GET'));
  app.all('/run', guardOwn, onlyTakes('POST'));
  app.all('/webhooks/release', guard, onlyTakes('POST'));
  app.notFound((c) => c.json({ error: 'There is nothing at this address.' }, 404));
  app.onError((err, c) => {
    options.log.error({ err }, 'a request failed');
    return c.json({ error: 'Something went wrong here; it is not your request.' }, 500);
  });
  return { app, fetch: (request, env) => app.fetch(request, env as HttpBindings) };
}

function showStatus(c: ReceiverContext, { inbox, runner, scrub }: ReceiverOptions): Response {
  const text = JSON.stringify(statusOf(inbox, runner.state()), null, 2);
  return c.body(`${scrub(text)}\n`, 200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
}

function onlyTakes(method: string) {
  return (c: ReceiverContext) =>
    c.json({ error: `This address takes ${method}.` }, 405, { allow: method });
}
