import { existsSync } from 'node:fs';
import { parseSettings } from '../../src/config/settings.ts';
import { SettingsError } from '../../src/model/errors.ts';
import type { DatabaseLocation } from '../../src/service/database/location.ts';

/** The database that `--database` or DATABASE_URL selects for a command. */
export interface NamedDatabase {
  location: DatabaseLocation;
  /**
   * The database's name in messages. PostgreSQL's address is not shown, as it may contain a
   * password.
   */
  name: string;
  /** Whether the database exists. False for a database file that has not been created yet. */
  isExisting: boolean;
}

const defaultFile = 'waymark.db';

type NamedFile = Extract<DatabaseLocation, { engine: 'sqlite' }>;

export interface DatabaseOptions {
  /** The path given with `--database`. */
  database?: string;
  /** Whether to use a database file even if its data was copied to another database (`--again`). */
  again?: boolean;
}

/**
 * @throws SettingsError if both --database and DATABASE_URL are set, or if DATABASE_URL is set to
 *   an empty value and --database is missing
 */
export function findDatabase(options: DatabaseOptions): NamedDatabase {
  const { database } = options;
  const url = databaseUrl();
  if (url !== undefined && database !== undefined)
    throw new SettingsError(
      'Both --database and DATABASE_URL name a database. Use only one of them (DATABASE_URL may be set in .env).',
    );
  if (url !== undefined)
    return { location: { engine: 'postgres', url }, name: 'PostgreSQL', isExisting: true };
  const location = findFile(options);
  return { location, name: location.file, isExisting: existsSync(location.file) };
}

/**
 * Arguments for a command that a message suggests, so that the suggested command uses the same
 * database.
 */
export function databaseArguments(location: DatabaseLocation): string[] {
  const isUsual = location.engine === 'postgres' || location.file === defaultFile;
  return isUsual ? [] : ['--database', location.file];
}

/** Asserts that the database exists. @throws SettingsError */
export function assertExists({ isExisting, name }: NamedDatabase): void {
  if (isExisting) return;
  throw new SettingsError(
    `There is no database ${name}. Name a database with --database, or in DATABASE_URL.`,
  );
}

/**
 * The database file, for commands that only work on files.
 * @throws SettingsError if no file is named and DATABASE_URL is set but empty; a mistake in setting
 *   the variable would otherwise silently create a file instead of using PostgreSQL
 */
export function findFile({ database, again = false }: DatabaseOptions): NamedFile {
  if (database === undefined && process.env.DATABASE_URL === '')
    throw new SettingsError(
      'DATABASE_URL is empty (it may be set in .env). To use PostgreSQL, set DATABASE_URL to the address of a database. To use the file waymark.db, unset DATABASE_URL. To use another file, unset DATABASE_URL and name the file with --database.',
    );
  return { engine: 'sqlite', file: database ?? defaultFile, again };
}

/**
 * The database file, for commands that only work on files because PostgreSQL has its own programs
 * for the task, such as `pg_dump`.
 * @throws SettingsError if PostgreSQL is configured
 */
export function findFileOnly(options: DatabaseOptions, instead: string): NamedFile {
  if (databaseUrl() === undefined) return findFile(options);
  throw new SettingsError(
    `This command is for database files, but DATABASE_URL names PostgreSQL. For PostgreSQL, use ${instead}. For a database file, unset DATABASE_URL (it may be set in .env).`,
  );
}

/** @throws SettingsError if DATABASE_URL is not an address of PostgreSQL */
export function databaseUrl(): string | undefined {
  return parseSettings(process.env, ['DATABASE_URL']).DATABASE_URL;
}
