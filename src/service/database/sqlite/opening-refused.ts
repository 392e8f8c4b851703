import { openingFailed } from '../../../lib/database/connection.ts';
import { DatabaseUnavailableError, isBusy, isDamaged } from '../../../lib/database/unavailable.ts';
import { SettingsError } from '../../../model/errors.ts';
import { NewerSchemaError } from '../migrations/migrate.ts';

/** Says of a file that could not be opened what helps, and nothing that does not. */
export function openingRefused(file: string, error: unknown, isAlone = false): SettingsError {
  if (error instanceof SettingsError) return error;
  return new SettingsError(sentencesFor(file, error, isAlone), { cause: error });
}

function sentencesFor(file: string, error: unknown, isAlone: boolean): string {
  const isInUse = isBusy(error) || (error instanceof DatabaseUnavailableError && error.isBusy);
  if (isInUse && isAlone)
    return `A service or a command has the database ${file} open: stop that first.`;
  const failed = openingFailed(file, error).message;
  if (isInUse || error instanceof NewerSchemaError) return failed;
  if (isDamaged(error))
    return `${failed} Move it away, with what is beside it (-wal, -shm), and bring back a backup with "restore".`;
  return `${failed} Choose another file with --database, in a folder that exists and can be written.`;
}
