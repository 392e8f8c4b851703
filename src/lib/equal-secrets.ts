import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time, by their digests. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether an `Authorization` header carries this token (RFC 6750, 2.1); compared in constant time. */
export function isBearer(authorization: string | undefined, token: string): boolean {
  const [, presented = ''] = authorization?.match(/^bearer +(\S+)$/i) ?? [];
  return equalSecrets(presented, token);
}
