import { readdir, rename } from 'node:fs/promises';

/** Whether a system error means that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}

/**
 * A handler for `catch` that turns a missing file or folder into undefined.
 * @throws any other error
 */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Names of a folder's entries; empty if the folder is missing. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ifMissing)) ?? [];
}

/** Renames a file or folder if it exists. Returns whether it existed. */
export async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}
