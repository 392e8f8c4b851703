import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Client } from '../../lib/http/client-identity.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { limits } from '../../model/limits.ts';
import type { Inbox } from '../inbox/open.ts';
import type { Pacer } from '../schedule/runner.ts';
import type { Proof } from '../verify/verifier.ts';
import { createAskForRun } from './ask-for-run.ts';
import { createDeliver } from './deliver.ts';
import { createGuard, requireJson } from './guard.ts';
import { requireToken } from './require-token.ts';
import { createShowStatus } from './show-status.ts';
import { createTake } from './take.ts';

// Takes deliveries; gives wishes for a new build.
// Proves a delivery's origin over its raw bytes before anything is parsed.
// Never takes an event for data: what is published comes from the API.

export interface ReceiverOptions {
  proof: Proof;
  inbox: Inbox;
  pacer: Pick<Pacer, 'wish' | 'wishLater' | 'state'>;
  clock: Clock;
  log: Log;
  /** Opens `/status` and `/run`, which are closed where there is none. */
  token: string | undefined;
  /** Addresses and ranges whose forwarding headers are believed. */
  trustedProxies: readonly string[];
  /** Requests a minute that an address may make; 0: any number. */
  perMinute: number;
  /** Makes a text fit to be shown. */
  scrub: (text: string) => string;
}

export interface ReceiverEnv {
  Bindings: HttpBindings;
  Variables: { client: Client };
}

/** The receiver as a Hono app, and for `listen()`. */
export interface Receiver {
  app: Hono<ReceiverEnv>;
  fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response>;
}
export type ReceiverContext = Context<ReceiverEnv>;

/** The answer to what is no request at all. */
export const malformed = JSON.stringify({ error: 'This is not a request.' });

/** The receiver over HTTP: `POST /webhooks/release`, `POST /run`, `GET /status`, `GET /healthz`. */
export function createReceiver(options: ReceiverOptions): Receiver {
  const app = new Hono<ReceiverEnv>();
  const take = createTake(options);
  const guard = createGuard(options);
  // Counted by themselves: while deliveries are too many, the status is what one needs.
  const guardOwn = createGuard(options);
  const isOwner = requireToken(options.token);
  const limitBody = bodyLimit({
    maxSize: limits.body,
    onError: (c) => c.json({ error: 'The body is larger than 1 MiB.' }, 413),
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/status', guardOwn, isOwner, createShowStatus(options));
  app.post('/run', guardOwn, isOwner, createAskForRun({ ...options, take }));
  app.post('/webhooks/release', guard, requireJson, limitBody, createDeliver({ ...options, take }));
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

function onlyTakes(method: string) {
  return (c: ReceiverContext) =>
    c.json({ error: `This address takes ${method}.` }, 405, { allow: method });
}
