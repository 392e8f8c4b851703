import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';

/**
 * Does work with a file that is made beside another one and is nobody's yet: what a killed run left
 * of it is removed first, and what is left of it in the end too. In each folder one works at a time.
 * @throws Error of the system where there is no such folder
 */
export async function withStagedFile<T>(
  file: string,
  waiting: Waiting,
  work: (staged: string) => Promise<T>,
): Promise<T> {
  // A folder that is missing may be a disk that is not there: it is nobody's to make.
  await stat(dirname(file));
  // It stays: who waits for it may have it open, and would hold what others no longer find.
  const lock = join(dirname(file), '.waymark-staging.lock');
  using _ = await waitForLock(lock, `Another process makes a file in ${dirname(file)}`, waiting);
  const staged = `${file}.waymark-staged`;
  removeStaged(staged);
  try {
    return await work(staged);
  } finally {
    removeStaged(staged);
  }
}

/** With what SQLite puts beside a database. */
function removeStaged(staged: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${staged}${end}`, { force: true });
}
