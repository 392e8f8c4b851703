import { type Kysely, sql } from 'kysely';
import { wordsOf } from '../engine.ts';

/**
 * A hook takes several events; an event need not be a release's; and a delivery tells that an
 * attempt of it is under way. A column that is to allow null is made anew: SQLite changes none.
 */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function contentChanged(db: Kysely<any>): Promise<void> {
  const { textType, tableEnd } = wordsOf(db);
  await db.schema
    .createTable('hook_event')
    .addColumn('hook_id', textType, (column) =>
      column.notNull().references('hook.id').onDelete('cascade'),
    )
    .addColumn('event', textType, (column) => column.notNull())
    .addPrimaryKeyConstraint('hook_event_pkey', ['hook_id', 'event'])
    .modifyEnd(tableEnd)
    .execute();
  await sql`insert into hook_event (hook_id, event) select id, event from hook`.execute(db);
  await db.schema.alterTable('hook').dropColumn('event').execute();

  await db.schema.alterTable('event').addColumn('subject_id', textType).execute();
  await sql`update event set subject_id = release_id`.execute(db);
  await db.schema.dropIndex('event_release').execute();
  await db.schema.alterTable('event').dropColumn('release_id').execute();
  await db.schema.alterTable('event').renameColumn('subject_id', 'release_id').execute();
  await db.schema.createIndex('event_release').on('event').column('release_id').execute();

  await db.schema.alterTable('delivery').addColumn('begun_at', textType).execute();
}
