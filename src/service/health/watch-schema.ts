import { realpath, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { DatabaseLocation } from '../database/location.ts';
import { takenMigrations } from '../database/migrations/migrate.ts';
import type { Db } from '../database/schema.ts';

/**
 * Returns a check that the database answers, is writable and still has the schema that it had when
 * it was opened. The check throws if a newer instance has migrated the database, an older database
 * has replaced it, PostgreSQL is read-only, or the disk is full.
 */
export async function watchSchema(
  db: Db,
  location: DatabaseLocation,
): Promise<() => Promise<void>> {
  const assertWritable =
    location.engine === 'sqlite' ? await watchRoom(location.file) : () => assertNotReadOnly(db);
  const known = await takenMigrations(db);
  return async () => {
    await assertWritable();
    const taken = await takenMigrations(db);
    const other = taken.findLast((name) => !known.includes(name));
    if (other !== undefined)
      throw new Error(
        `A newer Waymark has changed the database (unknown migration "${other}"). Update Waymark.`,
      );
    const lost = known.find((name) => !taken.includes(name));
    if (lost !== undefined)
      throw new Error(
        `The database was replaced by an older one without the migration "${lost}". Restart the service to apply it.`,
      );
  };
}

/** Below this many free bytes, a normal write may fail. */
const reserve = 2 ** 20;

/**
 * Returns a check that the disk has free space. Network disks may report no size; then the check
 * passes.
 */
async function watchRoom(file: string): Promise<() => Promise<void>> {
  const folder = dirname(await realpath(file));
  return async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    if (blocks > 0 && bavail * bsize < reserve)
      throw new Error(
        `The disk of ${folder} is full: less than 1 MiB is free for the database. Free some space.`,
      );
  };
}

/**
 * Throws if PostgreSQL is read-only. After a failover, the database's address may point to a
 * read-only server.
 */
async function assertNotReadOnly(db: Db): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select current_setting('transaction_read_only') as state`.execute(db);
  if (rows[0]?.state === 'on')
    throw new Error('PostgreSQL is read-only. Set DATABASE_URL to the primary server.');
}
