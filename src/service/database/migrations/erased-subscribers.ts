import type { Kysely } from 'kysely';
import { wordsOf } from '../engine.ts';

/** Who was erased, without an address: what is brought back from elsewhere can be held against it. */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function erasedSubscribers(db: Kysely<any>): Promise<void> {
  const { textType, tableEnd } = wordsOf(db);
  await db.schema
    .createTable('erased_subscriber')
    .addColumn('id_sha256', textType, (column) => column.primaryKey().notNull())
    .addColumn('erased_at', textType, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
