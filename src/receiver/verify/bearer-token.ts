import { randomUUID } from 'node:crypto';
import { isBearer } from '../../lib/equal-secrets.ts';
import { givenId, refused, type Verifier } from './verifier.ts';

/** Knows deliveries by the token in `Authorization`. One without an id is an event of its own. */
export function bearerToken(token: string): Verifier {
  return (delivery) => {
    if (delivery.isOverheard)
      return refused(
        'the token must not travel in the clear: use https, and name the proxy in TRUSTED_PROXIES',
      );
    return isBearer(delivery.header('authorization'), token)
      ? { kind: 'genuine', id: givenId(delivery) ?? randomUUID() }
      : refused('a valid token is needed: Authorization: Bearer <WEBHOOK_TOKEN>');
  };
}
