import { SettingsError } from '../../../model/errors.ts';
import type { OpenDatabase } from '../location.ts';
import { openSqlite } from './open.ts';

/**
 * Opens a database file that nobody else has open, and keeps others from opening it. One that was
 * moved, and is opened again, is marked as that still: who is done with it changes that.
 * @param undone what is told of a failure, such as "Nothing was copied"
 * @throws SettingsError where somebody has it open, or it cannot be used
 */
export async function openAlone(
  file: { file: string; again?: boolean | undefined },
  undone: string,
): Promise<OpenDatabase> {
  try {
    return await openSqlite(file, { isAlone: true, keepsMark: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${undone}. ${why}`, { cause: error });
  }
}
