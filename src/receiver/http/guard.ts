import { createMiddleware } from 'hono/factory';
import { addressList } from '../../lib/http/address-list.ts';
import { identify } from '../../lib/http/client-identity.ts';
import { createRateLimit } from '../../lib/http/rate-limit.ts';
import type { ReceiverEnv, ReceiverOptions } from './context.ts';

type GuardOptions = Pick<ReceiverOptions, 'clock' | 'trustedProxies' | 'perMinute'>;

/** Stores the client's identity in the context, and limits each client's request rate. */
export function createDeliveryGuard({ clock, trustedProxies, perMinute }: GuardOptions) {
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
export const requireJson = createMiddleware<ReceiverEnv>(async (c, next) => {
  const hasBody = c.req.header('transfer-encoding') ?? Number(c.req.header('content-length') ?? 0);
  const type = c.req.header('content-type') ?? '';
  if (!hasBody || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return next();
  return c.json({ error: 'Send events with Content-Type: application/json.' }, 415);
});
