import type { Kysely } from 'kysely';
import { wordsOf } from '../engine.ts';

/** A trace of what was taken away for good, which restoring a backup is held against. */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function erasures(db: Kysely<any>): Promise<void> {
  const { textType, tableEnd } = wordsOf(db);
  await db.schema
    .createTable('erasure')
    .addColumn('kind', textType, (column) => column.notNull())
    .addColumn('sha256', textType, (column) => column.notNull())
    .addColumn('erased_at', textType, (column) => column.notNull())
    .addPrimaryKeyConstraint('erasure_pkey', ['kind', 'sha256'])
    .modifyEnd(tableEnd)
    .execute();
}
