import { WaymarkError } from '../../model/errors.ts';

/**
 * Converts a system error during publishing, such as a full disk, into an error with a readable
 * message. Returns other errors unchanged.
 */
export function failureText(outDir: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const why =
    'code' in error && error.code === 'EBUSY'
      ? `it is a mount point, and cannot be renamed (${error.message}). Mount the folder above it, and let OUT_DIR be a folder in there.`
      : error.message;
  return new WaymarkError(
    `The new site could not be put at ${outDir}: ${why}\nThe old one stays.`,
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
    `What is live in ${outDir} cannot be changed (${error.message}).\nIt stays as it is.`,
    { cause: error },
  );
}
