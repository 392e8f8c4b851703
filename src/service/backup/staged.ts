import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';

/**
 * Calls `work` with the path of a temporary file beside `file`, and removes the temporary file at
 * the end. Also removes a temporary file that a killed process has left. Only one process at a time
 * can do this in a folder.
 * @throws a system error if the folder is missing
 */
export async function withStagedFile<T>(
  file: string,
  waiting: Waiting,
  work: (staged: string) => Promise<T>,
): Promise<T> {
  // Throws if the folder is missing. The folder is not created, because the reason may be a disk
  // that is not mounted.
  await stat(dirname(file));
  // The lock file is never removed. Processes that wait for the lock have the file open, and would
  // otherwise lock a removed file while another process locks a new one.
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

/** Removes a temporary database together with SQLite's files beside it. */
function removeStaged(staged: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${staged}${end}`, { force: true });
}
