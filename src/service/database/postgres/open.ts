import { SettingsError } from '../../../model/errors.ts';
import type { OpenDatabase } from '../location.ts';

/** Opens a PostgreSQL database and takes the migrations it lacks. */
export async function openPostgres(_url: string): Promise<OpenDatabase> {
  throw new SettingsError('PostgreSQL is not built in yet: name a file with --database.');
}
