import { resolve } from 'node:path';
import { Kysely } from 'kysely';
import { openingFailed } from '../../../lib/database/connection.ts';
import { watchFile } from '../../../lib/database/file.ts';
import { createVersion } from '../../../lib/database/version.ts';
import { SettingsError } from '../../../model/errors.ts';
import type { OpenDatabase } from '../location.ts';
import { migrate } from '../migrations/migrate.ts';
import { sqliteMigrations } from '../migrations/sqlite/migrations.ts';
import type { Schema } from '../schema.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { openServiceFile } from './file.ts';
import { rewriteOnce } from './rewrite.ts';

/**
 * Opens a database file, creating it where it is missing, and takes the migrations it lacks.
 * @param waitMs how long a write waits for another process's; the whole process waits with it
 * @throws SettingsError when the file cannot be used, with what to do about it
 */
export async function openSqlite(
  file: string,
  { waitMs }: { waitMs?: number | undefined } = {},
): Promise<OpenDatabase> {
  try {
    return await open(file, waitMs);
  } catch (error) {
    throw new SettingsError(
      `${openingFailed(file, error).message} Choose another file with --database, in a folder that exists and can be written.`,
      { cause: error },
    );
  }
}

async function open(file: string, waitMs: number | undefined): Promise<OpenDatabase> {
  const connection = openServiceFile(file);
  const version = createVersion(connection);
  let checkFile = () => {};
  const beforeWrite = () => {
    checkFile();
    version.count();
  };
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(connection, { beforeWrite }) });
  try {
    await migrate(db, sqliteMigrations(connection));
    rewriteOnce(connection);
    if (waitMs !== undefined) connection.exec(`PRAGMA busy_timeout = ${waitMs}`);
    checkFile = watchFile(resolve(file));
  } catch (error) {
    connection.close();
    throw error;
  }
  let closed: Promise<void> | undefined;
  const close = async () => {
    // Whoever has the connection, or waits for it, is done first.
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
