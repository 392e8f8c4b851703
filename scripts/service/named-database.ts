import { existsSync } from 'node:fs';
import { parseSettings } from '../../src/config/settings.ts';
import { SettingsError } from '../../src/model/errors.ts';
import type { DatabaseLocation } from '../../src/service/database/location.ts';

/** The database that a command works on. */
export interface NamedDatabase {
  location: DatabaseLocation;
  /** For a person; an address is not told, as a password may be in it. */
  name: string;
  /** Whether it is there already: a file may have to be made. */
  isThere: boolean;
}

const usualFile = 'waymark.db';

type NamedFile = Extract<DatabaseLocation, { engine: 'sqlite' }>;

export interface DatabaseOptions {
  /** The file of `--database`. */
  database?: string;
  /** Whether a file that was copied elsewhere is taken into use again. */
  again?: boolean;
}

/** @throws SettingsError where two are named, or DATABASE_URL alone and empty */
export function namedDatabase(options: DatabaseOptions): NamedDatabase {
  const { database } = options;
  const url = databaseUrl();
  if (url !== undefined && database !== undefined)
    throw new SettingsError(
      'Both --database and DATABASE_URL name a database: leave one of them out (DATABASE_URL may be set in .env).',
    );
  if (url !== undefined)
    return { location: { engine: 'postgres', url }, name: 'PostgreSQL', isThere: true };
  const location = namedFile(options);
  return { location, name: location.file, isThere: existsSync(location.file) };
}

/** The arguments with which another command works on the same database. */
export function sameDatabase(location: DatabaseLocation): string[] {
  const isUsual = location.engine === 'postgres' || location.file === usualFile;
  return isUsual ? [] : ['--database', location.file];
}

/** For a command that has nothing to do in a database that is still to be made. */
export function assertThere({ isThere, name }: NamedDatabase): void {
  if (isThere) return;
  throw new SettingsError(
    `There is no database ${name}. Name one with --database, or in DATABASE_URL.`,
  );
}

/**
 * The file that a command works on that is for files alone, whatever DATABASE_URL says.
 * @throws SettingsError where no file is named and DATABASE_URL is set and empty: a variable that
 * expanded to nothing would begin with an empty file in the place of PostgreSQL
 */
export function namedFile({ database, again = false }: DatabaseOptions): NamedFile {
  if (database === undefined && process.env.DATABASE_URL === '')
    throw new SettingsError(
      'DATABASE_URL is set and empty. Set it to the address of a PostgreSQL database, or unset it (it may be set in .env) to use the file waymark.db; --database names another file.',
    );
  return { engine: 'sqlite', file: database ?? usualFile, again };
}

/**
 * The file of a command that PostgreSQL has its own programs for.
 * @throws SettingsError where a file is not what is named
 */
export function namedFileAlone(options: DatabaseOptions, instead: string): NamedFile {
  if (databaseUrl() === undefined) return namedFile(options);
  throw new SettingsError(
    `This is for database files, and DATABASE_URL names PostgreSQL: use ${instead} there, or unset DATABASE_URL (it may be set in .env).`,
  );
}

/** @throws SettingsError where it is not an address of PostgreSQL */
export function databaseUrl(): string | undefined {
  return parseSettings(process.env, ['DATABASE_URL']).DATABASE_URL;
}
