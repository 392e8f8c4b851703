import { digest } from '../../lib/digest.ts';
import { equalSecrets } from '../../lib/equal-secrets.ts';
import { hmacSignature } from '../../lib/http/hmac-signature.ts';
import { idOfBody } from '../inbox/record.ts';
import { readId, refused, type Verifier } from './verifier.ts';

/**
 * Verifies deliveries by a header whose value is `sha256=` followed by the HMAC-SHA256 of the body
 * in hex, keyed with one of the secrets. The HMAC covers neither a time nor the id, so the inbox
 * also recognises a replay by its body.
 * @param idName name of the header with the delivery's id
 */
export function hmacHeader(name: string, secrets: readonly string[], idName?: string): Verifier {
  return (delivery) => {
    const claimed = (delivery.header(name.toLowerCase()) ?? '').toLowerCase();
    const matches = secrets.filter((secret) =>
      equalSecrets(claimed, hmacSignature(secret, delivery.body)),
    );
    if (matches.length === 0) return refused(`${name} does not match`);
    const bodyDigest = digest(delivery.body);
    return { kind: 'genuine', id: readId(delivery, idName) ?? idOfBody(bodyDigest), bodyDigest };
  };
}
