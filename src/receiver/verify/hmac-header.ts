import { createHmac } from 'node:crypto';
import { digest } from '../../lib/digest.ts';
import { equalSecrets } from '../../lib/equal-secrets.ts';
import { givenId, refused, type Verifier } from './verifier.ts';

/**
 * Knows deliveries whose bytes were signed with one of the secrets, as a header of this name says:
 * `sha256=` and the HMAC-SHA256 in hex. Neither a time nor an id is signed: an event is told from
 * its replay by the id that comes along, or else by its bytes.
 */
export function hmacHeader(name: string, secrets: readonly string[]): Verifier {
  return (delivery) => {
    const claimed = (delivery.header(name.toLowerCase()) ?? '').toLowerCase();
    const matches = secrets.filter((secret) =>
      equalSecrets(claimed, hmacSignature(secret, delivery.body)),
    );
    return matches.length > 0
      ? { kind: 'genuine', id: givenId(delivery) ?? `sha256:${digest(delivery.body)}` }
      : refused(`${name} does not match`);
  };
}

/** What stands in the header of a delivery with this body. */
export function hmacSignature(secret: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
