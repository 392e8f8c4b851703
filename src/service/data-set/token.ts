import type { IncomingWebhook } from '../contract/incoming-webhook.ts';
import type { Db } from '../database/schema.ts';
import { findWebhookByToken, readIncomingWebhook } from '../resources/incoming-webhooks.ts';
import { isSecret, newToken } from '../resources/webhook-token.ts';

/**
 * What an imported webhook is called by at `/incoming/<token>`, and the URL to keep with it. The
 * last part of its old URL where that is a secret, so that callers change the host alone;
 * otherwise a new one, added to the URL, so that an export brings the very same back.
 */
export async function tokenFor(
  db: Db,
  { id, url }: Pick<IncomingWebhook, 'id' | 'url'>,
): Promise<{ token: string; url: string }> {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const holder = (await findWebhookByToken(db, last))?.id ?? id;
  if (isSecret(last) && holder === id) return { token: last, url };
  const present = await readIncomingWebhook(db, id);
  const token = present?.token ?? newToken();
  return { token, url: `${url}/${token}` };
}
