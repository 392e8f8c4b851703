import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { waitForLock } from '../../../src/lib/files/lock.ts';

/**
 * A folder that several test files read, made by the first test that needs it; no test may write to
 * it.
 * @param make creates and fills the folder
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(inject('sharedFolder'), name);
  using _lock = await waitForLock(`${folder}.lock`, name, {});
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await make(fresh);
  await rename(fresh, folder);
  return folder;
}
