import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { hasChanged } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';

const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  /** Time at which the key expires; null if never. */
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** The user who made the key in the desk; null if a command made it. */
  created_by: z.string().nullable(),
  /** The last day on which the key was used, in UTC. */
  last_used_on: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

interface NewKey {
  /** By default, a random id. */
  id?: string;
  name: string;
  created_by?: string;
  expires_at?: string | undefined;
}

/** Creates a key and returns it. It cannot be shown again, because only its SHA-256 is stored. */
export function createKey(
  db: Db,
  { id = `key_${randomBytes(6).toString('hex')}`, name, expires_at, created_by }: NewKey,
  now: Date,
): Promise<ApiKey & { key: string }> {
  const key = `wm_${randomBytes(32).toString('hex')}`;
  const shown = {
    ...{ id, name, created_at: now.toISOString(), expires_at: expires_at ?? null },
    ...{ revoked_at: null, created_by: created_by ?? null, last_used_on: null },
  };
  // `copy` needs an empty database as its target. The transaction waits for a running copy to end,
  // so that no key is added while `copy` assumes that the target is empty.
  return inTransaction(db, async (db) => {
    await db
      .insertInto('api_key')
      .values({ ...shown, sha256: digest(key) })
      .execute();
    return { ...shown, key };
  });
}

/**
 * Lists keys, oldest first, including expired and revoked ones, but without the keys themselves.
 */
export async function listKeys(db: Db): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .select(['id', 'name', 'created_at', 'expires_at', 'revoked_at', 'created_by', 'last_used_on'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ApiKey.parse(row));
}

export function isExpired({ expires_at }: Pick<ApiKey, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && expires_at <= now.toISOString();
}

/**
 * Revokes a key; false if the id is unknown or its key was revoked before. Does not wait for other
 * writers, because revoking is urgent and no writer changes a key after reading it.
 */
export function revokeKey(db: Db, id: string, now: Date): Promise<boolean> {
  const revoked_at = now.toISOString();
  const revoking = db.updateTable('api_key').set({ revoked_at }).where('id', '=', id);
  return hasChanged(revoking.where('revoked_at', 'is', null));
}
