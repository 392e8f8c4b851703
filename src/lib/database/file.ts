import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseUnavailableError } from './unavailable.ts';

/**
 * Creates a database file if it is missing. Only its owner can read it, because it holds secrets.
 */
export function createPrivate(file: string): void {
  try {
    // The flag `x` creates the file only if it is missing. Opening and closing an existing file
    // would drop SQLite's locks on it (a property of POSIX locks).
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // SQLite would treat a device as an empty database and change its permissions.
    if (!statSync(file).isFile()) throw new Error('not a regular file; left unchanged');
  }
}

/** Removes other users' permissions from an existing database. The group keeps its permissions. */
export function restrictPermissions(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) restrictFile(path);
}

/**
 * Returns a function that checks that the file and its WAL are still the same files. It throws
 * DatabaseUnavailableError if they were removed or replaced, because writes would be lost.
 */
export function watchFile(file: string): () => void {
  const paths = [file, `${file}-wal`];
  const opened = paths.map(identityOf);
  return () => {
    if (paths.every((path, n) => identityOf(path) === opened[n])) return;
    throw new DatabaseUnavailableError({
      why: `The database ${file} was removed or replaced while it was open. Restore the file, or restart to use the new file.`,
      isBusy: false,
    });
  };
}

function restrictFile(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o007) === 0) return;
  try {
    chmodSync(path, mode & 0o770);
  } catch (error) {
    // EPERM is ignored: only the file's owner may change the permissions, and this process may run
    // as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function identityOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}.${stat.ino}`;
}
