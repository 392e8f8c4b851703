import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { openingFailed } from '../../../lib/database/connection.ts';
import { watchFile } from '../../../lib/database/file.ts';
import { DatabaseUnavailableError, isBusy, isDamaged } from '../../../lib/database/unavailable.ts';
import { SettingsError } from '../../../model/errors.ts';
import type { OpenDatabase, OpenOptions } from '../location.ts';
import { migrate, migrationsOf, tableNames, UnknownSchemaError } from '../migrations/migrate.ts';
import { sqliteMigrations } from '../migrations/sqlite/migrations.ts';
import type { Db, Schema } from '../schema.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { openServiceFile, ours } from './file.ts';
import { isMoved, setMoved } from './moved.ts';

/**
 * Opens a database file, creating it if needed, and applies missing migrations.
 * @throws SettingsError with the remedy, if the file cannot be used
 */
export async function openSqlite(
  { file, again = false }: { file: string; again?: boolean | undefined },
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  try {
    return await open(file, again, options);
  } catch (error) {
    throw openingRefused(file, error, options.isExclusive);
  }
}

/**
 * Size of SQLite's page cache. The default of 2 MB is too small for imports, which access the pages
 * of a large file in random order.
 */
const cacheKib = 16 * 1024;

async function open(
  file: string,
  again: boolean,
  { waitMs, isExclusive, keepsMovedMark = false }: OpenOptions,
): Promise<OpenDatabase> {
  const connection = openServiceFile(file, isExclusive);
  const version = createVersion(connection);
  let checkFile = () => {};
  const beforeWrite = () => {
    checkFile();
    version.count();
  };
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(connection, beforeWrite) });
  try {
    connection.exec(`PRAGMA cache_size = -${cacheKib}`);
    if (!again) await refuseMoved(db, file);
    await refuseWithoutMigrations(db);
    await migrate(db, sqliteMigrations(connection));
    if (again && !keepsMovedMark && (await isMoved(db))) await setMoved(db, false);
    if (waitMs !== undefined) connection.exec(`PRAGMA busy_timeout = ${waitMs}`);
    checkFile = watchFile(resolve(file));
  } catch (error) {
    connection.close();
    throw error;
  }
  let closed: Promise<void> | undefined;
  const close = async () => {
    // Kysely has a single connection. Getting it waits until no other query uses it.
    await db.connection().execute(async () => {});
    await db.destroy();
  };
  return {
    db,
    engine: 'sqlite',
    version: version.read,
    [Symbol.asyncDispose]: () => {
      closed ??= close();
      return closed;
    },
  };
}

/**
 * Throws if a file was moved: new writes to the file would be missing in the database that replaced
 * it.
 */
async function refuseMoved(db: Db, file: string): Promise<void> {
  if (!(await isMoved(db))) return;
  throw new SettingsError(
    `The database ${file} was copied to another database, which replaces it (see "copy"). Set DATABASE_URL to that database. To open this file, which lacks all later writes, use --again.`,
  );
}

/**
 * Throws if a file has tables of the service but no record of migrations. Versions of Waymark before
 * migrations wrote such files.
 */
async function refuseWithoutMigrations(db: Db): Promise<void> {
  // The tables are read first: another process may commit tables and migrations in between.
  const names = await tableNames(db);
  if (!names.some((name) => ours.includes(name))) return;
  if ((await migrationsOf(db)).length > 0) return;
  throw new UnknownSchemaError(
    'it lacks the table "kysely_migration", so it is damaged, or was written by a version before migrations. Restore a backup, or export the workspace with that version and import the export into another file',
  );
}

/** The error for a file that cannot be opened. Its message says how to fix the problem. */
export function openingRefused(file: string, error: unknown, isExclusive = false): SettingsError {
  if (error instanceof SettingsError) return error;
  return new SettingsError(sentencesFor(file, error, isExclusive), { cause: error });
}

function sentencesFor(file: string, error: unknown, isExclusive: boolean): string {
  const isInUse = isBusy(error) || (error instanceof DatabaseUnavailableError && error.isBusy);
  if (isInUse && isExclusive)
    return `A service or command is using the database ${file}. Stop that process first.`;
  const failed = openingFailed(file, error).message;
  if (isInUse || error instanceof UnknownSchemaError) return failed;
  if (isDamaged(error))
    return `${failed} Move it away, with the -wal and -shm files beside it, and restore a backup with "restore".`;
  return `${failed} Choose another file with --database, in a folder that exists and can be written.`;
}

/**
 * Opens a file so that no other process can use it. If the file is marked as moved, the mark stays.
 * @param undone first sentence of the error, such as "Nothing was copied"
 * @throws SettingsError if the file is in use, or cannot be used
 */
export async function openExclusively(
  file: { file: string; again?: boolean | undefined },
  undone: string,
): Promise<OpenDatabase> {
  try {
    return await openSqlite(file, { isExclusive: true, keepsMovedMark: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${undone}. ${why}`, { cause: error });
  }
}

const DataVersion = z.object({ data_version: z.number() });

/**
 * Detects writes to a database. Reading SQLite's `data_version` needs file locks, so it is read at
 * most once per turn of the event loop. This is recent enough, because all requests handled in a
 * turn were sent before it.
 */
function createVersion(connection: DatabaseSync) {
  const pragma = connection.prepare('PRAGMA data_version');
  let ownWrites = 0;
  let known: string | undefined;
  const forget = () => {
    known = undefined;
  };
  const readNow = () => `${DataVersion.parse(pragma.get()).data_version}.${ownWrites}`;
  return {
    /** Returns a text that differs after every write, whichever connection wrote. */
    read(): string {
      if (known !== undefined) return known;
      setImmediate(forget);
      known = readNow();
      return known;
    },
    /**
     * Counts a write of this connection. SQLite's `data_version` only counts writes of other
     * connections.
     */
    count(): void {
      ownWrites += 1;
      forget();
    },
  };
}
