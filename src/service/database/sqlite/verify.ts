import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { SettingsError } from '../../../model/errors.ts';
import { cleanUpWalFiles } from '../clean-up-wal-files.ts';
import { isLackingAny, tableNames, UnknownSchemaError } from '../migrations/migrate.ts';
import { sqliteMigrations } from '../migrations/sqlite/migrations.ts';
import type { Schema } from '../schema.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { ours } from './file.ts';
import { lackingIn } from './lacking.ts';

/**
 * Verifies that a file is a complete, undamaged database of the service with a known schema. Does
 * not write to the file and leaves no files beside it, even if another process is using it.
 * @param texts parts of the error message, which is `${is}: <reason>. ${next}`; for a newer schema,
 * the reason already says what to do, so `next` is left out
 * @throws SettingsError if the file is not such a database
 */
export async function verifySqlite(file: string, texts: ErrorTexts): Promise<void> {
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) throw refused(texts, 'the file does not exist');
  // SQLite would wait forever on a named pipe.
  if (!there.isFile()) throw refused(texts, 'it is not a regular file');
  using _tidy = cleanUpWalFiles(file);
  try {
    const connection = new DatabaseSync(resolve(file), { readOnly: true, timeout: lockTimeoutMs });
    await using db = new Kysely<Schema>({
      dialect: new NodeSqliteDialect(connection),
    });
    const names = await tableNames(db);
    if (!ours.every((name) => names.includes(name)))
      throw new Error('it is not a database of the service');
    assertWhole(connection);
    await isLackingAny(db, sqliteMigrations(connection));
    const lacking = await lackingIn(db);
    if (lacking.length > 0) throw new Error(`it lacks ${lacking.join(', ')}`);
  } catch (error) {
    throw refused(texts, error instanceof Error ? error.message : String(error), error);
  }
}

interface ErrorTexts {
  is: string;
  next: string;
}

const lockTimeoutMs = 5000;

const Check = z.object({ integrity_check: z.string() });

/** Throws if a file is damaged (https://www.sqlite.org/pragma.html#pragma_integrity_check). */
function assertWhole(connection: DatabaseSync): void {
  const found = connection.prepare('PRAGMA integrity_check(3)').all();
  const problems = found.map((row) => Check.parse(row).integrity_check);
  if (problems.join() !== 'ok') throw new Error(`it is damaged: ${problems.join('; ')}`);
  const [broken] = connection.prepare('PRAGMA foreign_key_check').all();
  if (broken) throw new Error(`it is damaged: a row of "${broken.table}" refers to a missing row`);
}

function refused({ is, next }: ErrorTexts, why: string, cause?: unknown): SettingsError {
  const advice = cause instanceof UnknownSchemaError ? '' : ` ${next}`;
  return new SettingsError(`${is}: ${why}.${advice}`, { cause });
}
