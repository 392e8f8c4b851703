import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For tests that would wait for the disk, again and again. */
export const inMemory = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

/** Containers have some megabytes of it at times, which is less than tests write together. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 256 * 1024 * 1024;
}

/** A folder of its own for a test, gone when the test ends. */
export async function tempFolder(within = tmpdir()): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(within, 'waymark-service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
