import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for a test, gone when the test ends. */
export async function tempFolder(within = tmpdir()): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(within, 'waymark-service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
