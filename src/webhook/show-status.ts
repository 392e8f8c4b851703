import { isOverheard } from '../lib/caller.ts';
import { isBearer } from './proof/bearer-token.ts';
import type { ReceiverContext, ReceiverOptions } from './receiver.ts';
import { statusOf } from './status.ts';

/** Answers `/status` to those who hold the token. */
export function createShowStatus({ token, inbox, pacer, scrub }: ReceiverOptions) {
  return (c: ReceiverContext): Response => {
    const client = c.get('client');
    if (token === undefined)
      return c.json({ error: 'The status is shown once WEBHOOK_TOKEN is set.' }, 404);
    if (isOverheard(client))
      return c.json(
        {
          error:
            'The token must not travel in the clear: use https, and name the proxy in TRUSTED_PROXIES.',
        },
        403,
      );
    if (!isBearer(client.authorization, token))
      return c.json({ error: 'A valid token is needed: Authorization: Bearer …' }, 401, {
        'www-authenticate': 'Bearer',
      });
    const text = JSON.stringify(statusOf(inbox, pacer.state()), null, 2);
    return c.body(`${scrub(text)}\n`, 200, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
  };
}
