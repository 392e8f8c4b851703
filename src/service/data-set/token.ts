import { randomBytes } from 'node:crypto';

/** A secret that a URL can carry: 24 random bytes. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * What an imported webhook is called by at `/incoming/<token>`: the last part of its old URL, so
 * that callers need to change the host alone. Undefined where that is too short to be a secret.
 */
export function tokenIn(url: string): string | undefined {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  return /^[\w-]{16,}$/.test(last) ? last : undefined;
}
