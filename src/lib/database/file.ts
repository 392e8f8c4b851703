import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseUnavailableError } from './unavailable.ts';

/** Makes sure that a database's file is there; a new one is its owner's alone: it holds secrets. */
export function createPrivate(file: string): void {
  try {
    // Never opened where it is there: closing it again would give up SQLite's locks on it.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Of a device, SQLite would make an empty database, and its rights would be taken from others.
    if (!statSync(file).isFile()) throw new Error('it is no file, and was left alone');
  }
}

/** Lets no stranger read a database that was there; its group's rights stay as they are. */
export function restrictPermissions(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) restrictFile(path);
}

/**
 * Gives a check that throws DatabaseUnavailableError once the file or its log of writes was removed
 * or another one put in its place: what is written would be lost.
 */
export function watchFile(file: string): () => void {
  const paths = [file, `${file}-wal`];
  const opened = paths.map(identityOf);
  return () => {
    if (paths.every((path, n) => identityOf(path) === opened[n])) return;
    throw new DatabaseUnavailableError({
      why: `The database ${file} was removed or replaced while it was open. Put it back, or start again with the new one.`,
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
    // Another user's file: its rights are that user's to choose.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function identityOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}.${stat.ino}`;
}
