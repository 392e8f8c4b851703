import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { digest } from '../../lib/digest.ts';

const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  revoked_at: z.string().nullable(),
});
type ApiKey = z.infer<typeof ApiKey>;

/** Creates a key and gives it, this once: only its SHA-256 is kept. */
export function createKey(
  database: Database,
  name: string,
  now: Date,
): { id: string; key: string } {
  const key = `wm_${randomBytes(32).toString('hex')}`;
  const id = `key_${randomBytes(6).toString('hex')}`;
  database.run(
    `INSERT INTO api_key (id, name, sha256, created_at)
     VALUES (:id, :name, :sha256, :created_at)`,
    { id, name, sha256: digest(key), created_at: now.toISOString() },
  );
  return { id, key };
}

/** All keys, oldest first, revoked ones too; never the keys themselves. */
export function listKeys(database: Database): ApiKey[] {
  return database.all(
    ApiKey,
    'SELECT id, name, created_at, revoked_at FROM api_key ORDER BY created_at, id',
  );
}

/** Makes a key invalid from now on; false where no valid one has this id. */
export function revokeKey(database: Database, id: string, now: Date): boolean {
  const changes = database.run(
    'UPDATE api_key SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL',
    { id, now: now.toISOString() },
  );
  return changes > 0;
}
