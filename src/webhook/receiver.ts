import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Clock } from '../lib/clock.ts';
import { verifySignature } from './verify-signature.ts';

// Takes deliveries; gives wishes for a new build.
// Proves a delivery's origin over its raw bytes before anything is parsed.
// Never takes an event for data: what is published comes from the API.

export interface ReceiverOptions {
  secrets: readonly string[];
  clock: Clock;
  /** Something was released: the site should be built again. */
  wish(): void;
}

/** The receiver as a Hono app with `POST /webhooks/release` and `GET /healthz`. */
export function createReceiver({ secrets, clock, wish }: ReceiverOptions): Hono {
  const app = new Hono();
  const tooLarge = bodyLimit({
    maxSize: 1024 * 1024,
    onError: (c) => c.json({ error: 'The body is larger than 1 MiB.' }, 413),
  });
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.post('/webhooks/release', tooLarge, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer());
    const origin = verifySignature(
      {
        id: c.req.header('webhook-id'),
        timestamp: c.req.header('webhook-timestamp'),
        signature: c.req.header('webhook-signature'),
        body,
      },
      secrets,
      clock.now(),
    );
    if (origin.kind === 'refused') return c.json({ error: origin.why }, 401);
    wish();
    return c.json({ accepted: origin.id }, 202);
  });
  app.all('/webhooks/release', (c) =>
    c.json({ error: 'Deliveries are sent with POST.' }, 405, { allow: 'POST' }),
  );
  return app;
}
