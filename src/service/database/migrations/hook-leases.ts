import type { Kysely } from 'kysely';
import { wordsOf } from '../engine.ts';

/** Who delivers to a hook now, and until when nobody else does. */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function hookLeases(db: Kysely<any>): Promise<void> {
  const { textType } = wordsOf(db);
  await db.schema.alterTable('hook').addColumn('leased_by', textType).execute();
  await db.schema.alterTable('hook').addColumn('leased_until', textType).execute();
}
