import { createMiddleware } from 'hono/factory';
import { isBearer } from '../../lib/equal-secrets.ts';
import { isCleartext } from '../../lib/http/client-identity.ts';
import type { ReceiverEnv } from './context.ts';

/**
 * Middleware that requires the token, sent over an encrypted connection. If no token is set, the
 * route refuses all requests.
 */
export function requireToken(token: string | undefined) {
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
