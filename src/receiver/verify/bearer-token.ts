import { randomUUID } from 'node:crypto';
import { isBearer } from '../../lib/equal-secrets.ts';
import { readId, refused, type Verifier } from './verifier.ts';

/**
 * Verifies deliveries by the token in `Authorization`. A delivery without an id counts as a new
 * event.
 */
export function bearerToken(token: string): Verifier {
  return (delivery) => {
    if (delivery.isCleartext)
      return refused(
        'the token must not be sent unencrypted: use https, and name the proxy in TRUSTED_PROXIES',
      );
    return isBearer(delivery.header('authorization'), token)
      ? { kind: 'genuine', id: readId(delivery) ?? randomUUID() }
      : refused('a valid token is needed: Authorization: Bearer <WEBHOOK_TOKEN>');
  };
}
