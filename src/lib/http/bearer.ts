import { equalSecrets } from '../equal-secrets.ts';

/** Whether an `Authorization` header carries this token (RFC 6750, 2.1); compared in constant time. */
export function isBearer(authorization: string | undefined, token: string): boolean {
  const [, presented = ''] = authorization?.match(/^bearer +(\S+)$/i) ?? [];
  return equalSecrets(presented, token);
}
