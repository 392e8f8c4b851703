import type { Kysely } from 'kysely';
import { wordsOf } from '../engine.ts';

/** Uploads that nothing has referred to yet. A row of `file` is never rewritten for that: it is large. */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function unusedUploads(db: Kysely<any>): Promise<void> {
  const { textType, tableEnd } = wordsOf(db);
  await db.schema
    .createTable('unused_upload')
    .addColumn('name', textType, (column) =>
      column.primaryKey().notNull().references('file.name').onDelete('cascade'),
    )
    .addColumn('uploaded_at', textType, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}
