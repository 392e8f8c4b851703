import { randomBytes } from 'node:crypto';

/** What a webhook is called by, which nobody can guess and every import takes for a secret. */
export function newToken(): string {
  for (;;) {
    const token = randomBytes(24).toString('base64url');
    if (isSecret(token)) return token;
  }
}

/** Long, and no mere words: what somebody made up for a path can be guessed. */
export function isSecret(part: string): boolean {
  return /^[\w-]{20,}$/.test(part) && /\d/.test(part);
}
