import { WaymarkError } from '../../model/errors.ts';

/** What the system refused, such as room on the disk, as an error that is fit to be shown. */
export function failureText(outDir: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const why =
    'code' in error && error.code === 'EBUSY'
      ? `it is a mount point, and cannot be renamed (${error.message}). Mount the folder above it, and let OUT_DIR be a folder in there.`
      : error.message;
  return new WaymarkError(
    `The new site could not take its place at ${outDir}: ${why}\nThe old one stays.`,
    { cause: error },
  );
}

/** What a failed change of what is live is told as, where no new site was to come; SQLite's refusals of a lock are among them. */
export function cannotChange(outDir: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  return new WaymarkError(
    `What is live in ${outDir} cannot be changed (${error.message}).\nIt stays as it is.`,
    { cause: error },
  );
}
