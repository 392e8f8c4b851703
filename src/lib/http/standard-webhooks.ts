import { createHmac, randomBytes } from 'node:crypto';

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

/** Creates a signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * Creates the headers of Standard Webhooks 1.0.0 for the exact bytes of `body`. There is one
 * signature per secret, because the receiver may know only one of the secrets.
 */
export function signedHeaders(message: {
  id: string;
  secrets: readonly string[];
  body: string;
  at: Date;
}): Record<string, string> {
  const { id, secrets, body, at } = message;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) =>
    standardSignature(standardKey(secret), { id, timestamp, body }),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
