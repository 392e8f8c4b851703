import { createHmac } from 'node:crypto';
import { digest } from '../../lib/digest.ts';
import { equalSecrets } from '../../lib/equal-secrets.ts';
import { readId, refused, type Verifier } from './verifier.ts';

/**
 * Verifies deliveries by a header whose value is `sha256=` followed by the HMAC-SHA256 of the body
 * in hex, keyed with one of the secrets. The HMAC covers neither a time nor the id. A replay is recognised
 * by the id header or, if there is none, by the body.
 */
export function hmacHeader(name: string, secrets: readonly string[]): Verifier {
  return (delivery) => {
    const claimed = (delivery.header(name.toLowerCase()) ?? '').toLowerCase();
    const matches = secrets.filter((secret) =>
      equalSecrets(claimed, hmacSignature(secret, delivery.body)),
    );
    return matches.length > 0
      ? { kind: 'genuine', id: readId(delivery) ?? `sha256:${digest(delivery.body)}` }
      : refused(`${name} does not match`);
  };
}

/** The value that the header must have for this body. */
export function hmacSignature(secret: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
