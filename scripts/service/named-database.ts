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

export interface DatabaseOptions {
  /** The file of `--database`. */
  database?: string;
}

/** @throws SettingsError where two are named */
export function namedDatabase({ database }: DatabaseOptions): NamedDatabase {
  const { DATABASE_URL: url } = parseSettings(process.env, ['DATABASE_URL']);
  if (url !== undefined && database !== undefined)
    throw new SettingsError(
      'Both --database and DATABASE_URL name a database: leave one of them out (DATABASE_URL may be set in .env).',
    );
  if (url !== undefined)
    return { location: { engine: 'postgres', url }, name: 'PostgreSQL', isThere: true };
  const file = database ?? 'waymark.db';
  return { location: { engine: 'sqlite', file }, name: file, isThere: existsSync(file) };
}
