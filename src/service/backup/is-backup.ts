import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { verifySqlite } from '../database/sqlite/verify.ts';

/**
 * Whether a file is a backup that nobody took into use: a whole database of the service's that is
 * not in WAL mode, as each is from when it is opened to be written to.
 */
export async function isBackup(file: string): Promise<boolean> {
  if (['-wal', '-shm', '-journal'].some((end) => existsSync(file + end))) return false;
  if (await isOfWalMode(file)) return false;
  return verifySqlite(file).then(
    () => true,
    () => false,
  );
}

/** By the version of its readers (https://www.sqlite.org/fileformat.html#file_format_version_numbers). */
async function isOfWalMode(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 19);
  return buffer[0] === 2;
}
