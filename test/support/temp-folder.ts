import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For tests that would wait for the disk, again and again. */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder of its own for a test, gone when the test ends. */
export async function tempFolder(within = tmpdir()): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(within, 'waymark-service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
