import { randomUUID } from 'node:crypto';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/**
 * Replaces a file atomically. Even after a power cut, the file has either its old or its new
 * content.
 * @param mode such as `0o600`; by default, the permissions follow the process's umask
 */
export async function writeFileAtomically(
  file: string,
  data: string | Uint8Array,
  mode?: number,
): Promise<void> {
  makeFolder(dirname(file));
  const staged = `${file}.${randomUUID()}.tmp`;
  try {
    await writeAndSync(staged, data, mode);
    await rename(staged, file);
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Writes a file and waits until its bytes are on disk. */
export async function writeAndSync(
  file: string,
  data: string | Uint8Array,
  mode?: number,
): Promise<void> {
  await using handle = await open(file, 'w', mode);
  await handle.writeFile(data);
  await handle.sync();
}

/** Copies a file and waits until the copy is on disk. */
export async function copyAndSync(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await using handle = await open(to, 'r+');
  await handle.sync();
}

/**
 * Waits until a folder's list of entries is on disk, so that new and renamed files survive a power
 * cut.
 */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}
