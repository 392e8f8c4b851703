import { randomBytes } from 'node:crypto';

/** So many letters and digits that nothing makes shorter: PostgreSQL compresses what is long. */
export function noise(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length);
}
