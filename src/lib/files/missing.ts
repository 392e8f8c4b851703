import { readdir, rename } from 'node:fs/promises';

/** Whether an error of the system says that a file or a folder is not there. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}

/** For `catch`: undefined where a file or a folder is not there. @throws any other error */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** The names of what is in a folder; none where it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ifMissing)) ?? [];
}

/** Renames what may not be there; gives whether it was. */
export async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}
