import type { Database } from '../../lib/database/database.ts';
import { openDatabase as open } from '../../lib/database/open.ts';
import { SettingsError } from '../../model/errors.ts';
import { migrations } from './migrations.ts';

/**
 * Opens the service's database file, creating it where it is missing.
 * @throws SettingsError when the file cannot be used, with what to do about it.
 */
export function openServiceDatabase(file: string, { waitMs }: { waitMs?: number } = {}): Database {
  try {
    return open(file, migrations, { waitMs, tables: ['workspace', 'release'] });
  } catch (error) {
    throw new SettingsError(
      `${error instanceof Error ? error.message : error} Choose another file with --database, in a folder that exists and can be written.`,
      { cause: error },
    );
  }
}
