import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { isBearer } from '../../lib/equal-secrets.ts';
import { addressList } from '../../lib/http/address-list.ts';
import { identify, isCleartext } from '../../lib/http/client-identity.ts';
import { createRateLimit } from '../../lib/http/rate-limit.ts';
import { createAnswerScrape } from '../../lib/metrics/answer-scrape.ts';
import { limits } from '../../model/limits.ts';
import { anything, readEvent } from '../inbox/read-event.ts';
import type { Verifier } from '../verify/verifier.ts';
import type { ReceiverContext, ReceiverEnv, ReceiverOptions } from './context.ts';
import { createForgeDeliver } from './forge-webhook.ts';
import { createBodyReader } from './read-body.ts';
import { statusOf } from './status.ts';
import { createTake, type Take } from './take.ts';

// Receives deliveries and stores their events as pending. Verifies the raw bytes of a delivery
// before they are parsed. An event only decides which release to sync and when; all published data
// comes from the API.

/** Body of the response to a request that is not valid HTTP. */
export const malformedAnswer = JSON.stringify({ error: 'This is not a request.' });

/**
 * The receiver: a Hono app that can also be passed to `listen()`. Serves `POST /webhooks/release`,
 * `POST /webhooks/FORGE`, `POST /run`, `GET /status`, `/healthz` and `/metrics`.
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
  const { verify, forges = [] } = options;
  if (verify) {
    const deliver = createDeliver({ ...options, verify, take });
    app.post('/webhooks/release', guard, requireJson, limitBody, deliver);
    app.all('/webhooks/release', guard, allowOnly('POST'));
  }
  // One for all, because it limits how much is in memory.
  const readBody = createBodyReader();
  for (const hook of forges) {
    const deliver = createForgeDeliver(hook, { ...options, take, readBody });
    app.post(`/webhooks/${hook.name}`, guard, deliver);
    app.all(`/webhooks/${hook.name}`, guard, allowOnly('POST'));
  }
  app.all('/metrics', allowOnly('GET'));
  app.all('/status', guardOwn, allowOnly('GET'));
  app.all('/run', guardOwn, allowOnly('POST'));
  app.notFound((c) => c.json({ error: 'There is nothing at this address.' }, 404));
  app.onError((err, c) => {
    if (err instanceof HTTPException) return refuse(c, err, options);
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

/**
 * Middleware that requires the token, sent over an encrypted connection. If no token is set, the
 * route refuses all requests.
 */
function requireToken(token: string | undefined) {
  return createMiddleware<ReceiverEnv>(async (c, next) => {
    const client = c.get('client');
    if (token === undefined)
      return c.json({ error: 'This address is off: WEBHOOK_TOKEN is not set.' }, 404);
    if (isCleartext(client)) return c.json({ error: sentInTheClear }, 403);
    if (isBearer(client.authorization, token)) return next();
    return c.json({ error: 'A valid token is needed: Authorization: Bearer …' }, 401, {
      'www-authenticate': 'Bearer',
    });
  });
}

const sentInTheClear =
  'The token must not be sent unencrypted. Use https, and name the proxy in TRUSTED_PROXIES.';

type GuardOptions = Pick<ReceiverOptions, 'clock' | 'trustedProxies' | 'perMinute'>;

/** Stores the client's identity in the context, and limits each client's request rate. */
function createDeliveryGuard({ clock, trustedProxies, perMinute }: GuardOptions) {
  const trusted = addressList(trustedProxies);
  const rateLimit = createRateLimit(clock);
  return createMiddleware<ReceiverEnv>(async (c, next) => {
    const client = identify(c.env.incoming, c.req.url, trusted);
    const { allowed, headers } = rateLimit(client.address, perMinute);
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (!allowed)
      return c.json({ error: 'Too many requests: try again after Retry-After seconds.' }, 429);
    c.set('client', client);
    return next();
  });
}

/** Refuses bodies whose media type is not JSON. An empty body needs no media type. */
const requireJson = createMiddleware<ReceiverEnv>(async (c, next) => {
  const hasBody = c.req.header('transfer-encoding') ?? Number(c.req.header('content-length') ?? 0);
  const type = c.req.header('content-type') ?? '';
  if (!hasBody || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return next();
  return c.json({ error: 'Send events with Content-Type: application/json.' }, 415);
});

/** Refuses a delivery. */
function refuse(
  c: ReceiverContext,
  { status, message: error }: HTTPException,
  { log, metrics }: ReceiverOptions,
): Response {
  metrics?.countEvent('refused');
  log.info({ from: c.get('client').address, why: error }, 'refused a delivery');
  return c.json({ error }, status, status === 503 ? { 'retry-after': '30' } : {});
}

type DeliverOptions = Pick<ReceiverOptions, 'clock'> & { verify: Verifier; take: Take };

/** Verifies a delivery, stores its event, and only then acknowledges it. */
function createDeliver({ verify, take, clock }: DeliverOptions) {
  return async (c: ReceiverContext): Promise<Response> => {
    // The sender may disconnect before the end of the body.
    const received = await c.req.arrayBuffer().catch(() => undefined);
    if (!received) return c.json({ error: 'The body was not received completely.' }, 400);
    const body = new Uint8Array(received);
    const header = (name: string) => c.req.header(name);
    const now = clock.now();
    const origin = verify({ header, body, isCleartext: isCleartext(c.get('client')) }, now);
    if (origin.kind === 'refused') throw new HTTPException(401, { message: origin.why });
    return take(c, { ...origin, subject: readEvent(body), now });
  };
}
