import { createHmac } from 'node:crypto';

/**
 * The key in a secret. A secret consists of `whsec_` and the key in base64 (Standard Webhooks
 * 1.0.0, "Signature scheme").
 */
export function standardKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/**
 * The signature of a message for the `webhook-signature` header (Standard Webhooks 1.0.0,
 * "Signature scheme").
 * @param message the message's id, its time as a text with whole seconds since 1970, and the exact
 *   bytes of its body
 */
export function standardSignature(
  key: Buffer,
  { id, timestamp, body }: { id: string; timestamp: string; body: string | Uint8Array },
): string {
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
