import { type Kysely, sql } from 'kysely';
import { wordsOf } from '../engine.ts';
import type { Migrations } from './migrate.ts';

// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
type Between = Kysely<any>;

/**
 * Migrations of both engines. A new name must sort after all earlier ones, and a released migration
 * must never change.
 */
export const sharedMigrations: Migrations = {
  '0003-content-changed': { up: contentChanged },
  '0004-hook-leases': { up: hookLeases },
  '0005-erasures': { up: erasures },
  '0006-part-times': { up: partTimes },
  '0007-failed-deliveries': { up: failedDeliveries },
  '0009-key-expiry': { up: keyExpiry },
  '0010-unused-uploads': { up: unusedUploads },
  '0011-superseded-deliveries': { up: supersededDeliveries },
  '0012-label-times': { up: labelTimes },
  '0013-unused-files': { up: unusedFiles },
  '0014-days': { up: days },
  '0015-desk': { up: desk },
};

/**
 * Allows hooks to have several events, events to have no release, and deliveries to record when an
 * attempt began. SQLite cannot make `release_id` nullable, so a new column replaces it.
 */
async function contentChanged(db: Between): Promise<void> {
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

/** Adds the columns for leases on hooks. */
async function hookLeases(db: Between): Promise<void> {
  const { textType } = wordsOf(db);
  await db.schema.alterTable('hook').addColumn('leased_by', textType).execute();
  await db.schema.alterTable('hook').addColumn('leased_until', textType).execute();
}

/** Adds a table of erasures, so that restoring a backup does not bring erased rows back. */
async function erasures(db: Between): Promise<void> {
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

/**
 * Adds the time of the last change to projects, labels and contributors. It is null for existing
 * rows.
 */
async function partTimes(db: Between): Promise<void> {
  const { textType } = wordsOf(db);
  for (const table of ['project', 'label', 'contributor'])
    await db.schema.alterTable(table).addColumn('changed_at', textType).execute();
}

/** Adds an index of failed deliveries by hook, for metrics. */
async function failedDeliveries(db: Between): Promise<void> {
  await sql`
    create index delivery_failed on delivery (hook_id)
    where due_at is null and outcome <> 'delivered'`.execute(db);
}

/** Adds the time at which a key expires. Existing keys never expire. */
async function keyExpiry(db: Between): Promise<void> {
  await db.schema.alterTable('api_key').addColumn('expires_at', wordsOf(db).textType).execute();
}

/**
 * Adds a table of unused uploads. It is not a column of `file`, because rewriting the large rows of
 * `file` is slow.
 */
async function unusedUploads(db: Between): Promise<void> {
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

/** Removes superseded deliveries from the index of failed deliveries. */
async function supersededDeliveries(db: Between): Promise<void> {
  await db.schema.dropIndex('delivery_failed').execute();
  await sql`
    create index delivery_failed on delivery (hook_id)
    where due_at is null and outcome <> 'delivered' and outcome <> 'superseded'`.execute(db);
}

/**
 * Adds the time of creation of the release to its links to labels, so that an index finds the
 * newest releases of a label.
 */
async function labelTimes(db: Between): Promise<void> {
  await db.schema
    .alterTable('release_label')
    .addColumn('created_at', wordsOf(db).textType, (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`update release_label set created_at =
    (select created_at from release where release.id = release_id)`.execute(db);
  await sql`create index release_label_newest
    on release_label (label_id, created_at desc, release_id)`.execute(db);
}

/**
 * Marks all files as possibly unused, because earlier versions did not notice if a resource stopped
 * using a file. A day later, the service removes the files that nothing uses.
 */
async function unusedFiles(db: Between): Promise<void> {
  const now = new Date().toISOString();
  await sql`insert into unused_upload (name, uploaded_at)
    select name, ${now} from file where name not in (select name from unused_upload)`.execute(db);
}

/** Adds the days of dates that came from sources without times. Existing rows have none. */
async function days(db: Between): Promise<void> {
  const { textType } = wordsOf(db);
  await db.schema.alterTable('release').addColumn('released_on', textType).execute();
  for (const column of ['started_on', 'ended_on'])
    await db.schema.alterTable('milestone').addColumn(column, textType).execute();
}

/** Adds the tables of the desk, channels of releases, and who made and used a key. */
async function desk(db: Between): Promise<void> {
  const { textType, tableEnd } = wordsOf(db);
  const add = (table: string, column: string) =>
    db.schema.alterTable(table).addColumn(column, textType).execute();
  await add('release', 'channels');
  await add('api_key', 'created_by');
  await add('api_key', 'last_used_on');
  const tables: Record<string, readonly string[]> = {
    desk_user: ['id', 'name', 'role', 'created_at'],
    desk_link: ['user_id', 'sha256', 'expires_at'],
    desk_session: ['id', 'user_id', 'sha256', 'agent', 'created_at', 'used_at'],
    desk_markdown: ['release_id', 'markdown', 'sha256'],
    activity: ['id', 'at', 'actor', 'action', 'subject'],
  };
  for (const [table, columns] of Object.entries(tables)) {
    let creating = db.schema.createTable(table).modifyEnd(tableEnd);
    for (const [at, column] of columns.entries())
      creating = creating.addColumn(column, textType, (one) => {
        const keyed = at === 0 ? one.primaryKey().notNull() : one.notNull();
        const owner = /^(?<of>user|release)_id$/.exec(column)?.groups?.of;
        if (owner === undefined) return keyed;
        const id = owner === 'user' ? 'desk_user.id' : 'release.id';
        return keyed.references(id).onDelete('cascade');
      });
    await creating.execute();
  }
  const index = (table: string, column: string) =>
    db.schema.createIndex(`${table}_${column}`).on(table).column(column);
  await index('desk_user', 'name').unique().execute();
  await index('desk_session', 'user_id').execute();
  await index('desk_session', 'sha256').unique().execute();
  await index('activity', 'at').execute();
}
