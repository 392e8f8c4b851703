import { type Kysely, sql } from 'kysely';
import { wordsOf } from '../engine.ts';
import type { Migrations } from './migrate.ts';

// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
type Between = Kysely<any>;

/**
 * What both engines take after their own, written with Kysely's schema builder; the name of each
 * comes after all before it. Append only: one that has been released never changes.
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
};

/**
 * A hook takes several events; an event need not be a release's; and a delivery tells that an
 * attempt of it is under way. A column that is to allow null is made anew: SQLite changes none.
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

/** Who delivers to a hook now, and until when nobody else does. */
async function hookLeases(db: Between): Promise<void> {
  const { textType } = wordsOf(db);
  await db.schema.alterTable('hook').addColumn('leased_by', textType).execute();
  await db.schema.alterTable('hook').addColumn('leased_until', textType).execute();
}

/** A trace of what was taken away for good, which restoring a backup is held against. */
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

/** When what releases and milestones refer to was last added or changed; of before, nobody knows. */
async function partTimes(db: Between): Promise<void> {
  const { textType } = wordsOf(db);
  for (const table of ['project', 'label', 'contributor'])
    await db.schema.alterTable(table).addColumn('changed_at', textType).execute();
}

/** Deliveries that were given up, of each hook: they are counted with each scrape, and are few. */
async function failedDeliveries(db: Between): Promise<void> {
  await sql`
    create index delivery_failed on delivery (hook_id)
    where due_at is null and outcome <> 'delivered'`.execute(db);
}

/** When a key becomes invalid by itself; keys of before never do. */
async function keyExpiry(db: Between): Promise<void> {
  await db.schema.alterTable('api_key').addColumn('expires_at', wordsOf(db).textType).execute();
}

/** Uploads that nothing has referred to yet. A row of `file` is never rewritten for that: it is large. */
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

/** Superseded deliveries did not fail, and there may be many of them. */
async function supersededDeliveries(db: Between): Promise<void> {
  await db.schema.dropIndex('delivery_failed').execute();
  await sql`
    create index delivery_failed on delivery (hook_id)
    where due_at is null and outcome <> 'delivered' and outcome <> 'superseded'`.execute(db);
}

/**
 * Links to labels know when their release was created: its releases are then found newest first,
 * however few of them are among the newest of all.
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
