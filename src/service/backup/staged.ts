import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';

/**
 * Calls `work` with a path for a temporary file beside another file. Removes leftovers of killed
 * processes first, and the temporary file at the end. Only one process at a time does this in a
 * folder.
 * @throws a system error if the folder is missing
 */
export async function withStagedFile<T>(
  file: string,
  waiting: Waiting,
  work: (staged: string) => Promise<T>,
): Promise<T> {
  // A missing folder may be an unmounted disk, so it is not created.
  await stat(dirname(file));
  // The lock file is never removed: waiting processes may have it open, and would then lock a file
  // that new processes no longer see.
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
