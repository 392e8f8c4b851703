import { randomBytes } from 'node:crypto';
import type { IncomingWebhook } from '../../model/api/incoming-webhook.ts';
import type { Db } from '../database/schema.ts';
import { findWebhookByToken, readIncomingWebhook } from '../resources/incoming-webhooks.ts';

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
  const token = present?.token ?? randomBytes(24).toString('base64url');
  return { token, url: `${url}/${token}` };
}

/** Long, and no mere words: what somebody made up for a path can be guessed. */
function isSecret(part: string): boolean {
  return /^[\w-]{20,}$/.test(part) && /\d/.test(part);
}
