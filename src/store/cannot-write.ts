import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from '../lib/files/missing.ts';
import { WaymarkError } from '../model/errors.ts';

/**
 * Turns a system error that occurred while writing content into an error that explains the cause.
 * Any other error is returned unchanged.
 * @param otherwise explanation to use if the folder itself is writable
 */
export async function cannotWrite(
  contentDir: string,
  error: unknown,
  otherwise?: Refusal,
): Promise<unknown> {
  if (!isOfSystem(error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  // The error may only say that the folder is missing, so its parents are checked too.
  const [what, next] = (await refusalOf(contentDir)) ??
    otherwise ??
    refusals[code] ?? [error.message, ''];
  const lines = [`The content could not be written to ${contentDir}: ${what}.`, next];
  return new WaymarkError(`${lines.join('\n').trim()}\nThe earlier content stays.`, {
    cause: error,
  });
}

/**
 * Whether an error was reported by the operating system or SQLite, so it is not a bug in the
 * program.
 */
export function isOfSystem(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return 'syscall' in error || ('code' in error && error.code === 'ERR_SQLITE_ERROR');
}

/** The reason why a folder is not writable; undefined if it is writable. */
export async function whyNotWritable(folder: string): Promise<string | undefined> {
  return (await refusalOf(folder))?.[0];
}

type Refusal = [what: string, next: string];

const notWritable = 'Make it writable for this user, or choose another folder (CONTENT_DIR).';
const full = 'Free some space, then run this again.';

const refusals: Record<string, Refusal> = {
  EROFS: ['it is on a read-only disk (EROFS)', notWritable],
  EACCES: ['it is read-only for this user (EACCES)', notWritable],
  EPERM: ['it is read-only for this user (EPERM)', notWritable],
  ENOSPC: ['the disk is full (ENOSPC)', full],
  EDQUOT: ['the quota is used up (EDQUOT)', full],
};

/**
 * The reason why a folder is not writable; undefined if it is writable. For a missing folder, its
 * nearest existing parent is checked.
 */
async function refusalOf(folder: string): Promise<Refusal | undefined> {
  try {
    await access(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const above = dirname(folder);
    return isMissing(error) && above !== folder ? refusalOf(above) : refusals[code];
  }
}
