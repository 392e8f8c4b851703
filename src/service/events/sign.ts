import { randomBytes } from 'node:crypto';
import { standardKey, standardSignature } from '../../lib/http/standard-webhooks.ts';

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
