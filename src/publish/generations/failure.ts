import { remedyFor } from '../../lib/remedy.ts';
import { WaymarkError } from '../../model/errors.ts';

/**
 * Converts a system error during publishing, such as a full disk, into an error with a readable
 * message. Returns other errors unchanged.
 */
export function failureText(outDir: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const why =
    'code' in error && error.code === 'EBUSY'
      ? `it is a mount point, and cannot be renamed (${error.message}). Mount its parent folder, and set OUT_DIR to a folder inside the parent folder.`
      : `${error.message}. ${remedyFor(error)}`;
  return new WaymarkError(
    `The new site could not be moved to ${outDir}: ${why}\nThe old site stays.`,
    { cause: error },
  );
}

/**
 * Converts a system error during a rollback or a resume, including SQLite's errors about the lock,
 * into an error with a readable message. Returns other errors unchanged.
 */
export function cannotChange(outDir: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  return new WaymarkError(
    `The live site in ${outDir} cannot be changed (${error.message}). ${remedyFor(error)}\nIt is unchanged.`,
    { cause: error },
  );
}
