import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from '../lib/files/missing.ts';
import { WaymarkError } from '../model/errors.ts';

/**
 * What the system refused while content was written, in words; anything else comes back as it is,
 * as it is nothing that the folder could be blamed for.
 * @param otherwise where the folder itself can be written: what is refused, and what to do
 */
export async function cannotWrite(
  contentDir: string,
  error: unknown,
  otherwise?: Refusal,
): Promise<unknown> {
  if (!isOfSystem(error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  // Of a folder that cannot be made because its parent is read-only, Node says that it is missing.
  const [what, next] = (await refusalOf(contentDir)) ??
    otherwise ??
    refusals[code] ?? [error.message, ''];
  const lines = [`The content could not be written into ${contentDir}: ${what}.`, next];
  return new WaymarkError(`${lines.join('\n').trim()}\nWhat was there stays.`, { cause: error });
}

/** Whether an error is one of the system's own, and not of the program. */
export function isOfSystem(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return 'syscall' in error || ('code' in error && error.code === 'ERR_SQLITE_ERROR');
}

/** Why nothing can be written into a folder, in words; undefined where the folder is not the reason. */
export async function whyNotWritable(folder: string): Promise<string | undefined> {
  return (await refusalOf(folder))?.[0];
}

type Refusal = [what: string, next: string];

const notWritable = 'Make it writable for whoever runs this, or name another folder (CONTENT_DIR).';
const full = 'Make room, then run it again.';

const refusals: Record<string, Refusal> = {
  EROFS: ['it is on a disk that may only be read (EROFS)', notWritable],
  EACCES: ['it is read-only for this user (EACCES)', notWritable],
  EPERM: ['it is read-only for this user (EPERM)', notWritable],
  ENOSPC: ['the disk is full (ENOSPC)', full],
  EDQUOT: ['the quota is used up (EDQUOT)', full],
};

/** Why nothing can be written into a folder, or into the nearest one above it that is there. */
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
