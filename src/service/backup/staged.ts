import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';

/**
 * Works with a temporary file beside another one, removing leftovers of killed runs first and the
 * file at the end. One process at a time per folder.
 * @throws a system error if the folder is missing
 */
export async function withStagedFile<T>(
  file: string,
  waiting: Waiting,
  work: (staged: string) => Promise<T>,
): Promise<T> {
  // A missing folder may be an unmounted disk, so it is not created.
  await stat(dirname(file));
  // Not removed: waiting processes may have it open, and would lock a file that others no longer
  // see.
  const lock = join(dirname(file), '.waymark-staging.lock');
  using _ = await waitForLock(
    lock,
    `Another process is writing a file in ${dirname(file)}`,
    waiting,
  );
  const staged = `${file}.waymark-staged`;
  removeStaged(staged);
  try {
    return await work(staged);
  } finally {
    removeStaged(staged);
  }
}

/** Includes SQLite's files beside a database. */
function removeStaged(staged: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${staged}${end}`, { force: true });
}
