import { timingSafeEqual } from 'node:crypto';
import { digest } from './digest.ts';

/** Compares two secrets by their digests, so that the time taken reveals nothing about them. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(digest(a)), Buffer.from(digest(b)));
}

/**
 * Whether an `Authorization` header carries this token (RFC 6750, 2.1). Compares in constant time.
 */
export function isBearer(authorization: string | undefined, token: string): boolean {
  const [, presented = ''] = authorization?.match(/^bearer +(\S+)$/i) ?? [];
  return equalSecrets(presented, token);
}
