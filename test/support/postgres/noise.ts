import { randomBytes } from 'node:crypto';

/** Random characters, which PostgreSQL cannot compress as it does other long values. */
export function noise(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length);
}
