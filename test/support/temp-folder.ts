import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in memory, for tests that would otherwise often wait for the disk. */
export const inMemory = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

/** In containers, /dev/shm may have only a few megabytes, fewer than the tests write. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 256 * 1024 * 1024;
}

/** A temporary folder for a test, removed when it is disposed. */
export async function tempFolder(within = tmpdir()): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(within, 'waymark-service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
