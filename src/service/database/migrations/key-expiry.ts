import type { Kysely } from 'kysely';
import { wordsOf } from '../engine.ts';

/** When a key becomes invalid by itself; keys of before never do. */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function keyExpiry(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('api_key').addColumn('expires_at', wordsOf(db).textType).execute();
}
