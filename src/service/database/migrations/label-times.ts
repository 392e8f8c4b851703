import { type Kysely, sql } from 'kysely';
import { wordsOf } from '../engine.ts';

/**
 * Links to labels know when their release was created: its releases are then found newest first,
 * however few of them are among the newest of all.
 */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function labelTimes(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('release_label')
    .addColumn('created_at', wordsOf(db).textType, (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`update release_label set created_at =
    (select created_at from release where release.id = release_id)`.execute(db);
  await sql`create index release_label_newest
    on release_label (label_id, created_at desc, release_id)`.execute(db);
}
