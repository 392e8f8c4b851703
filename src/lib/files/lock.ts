import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from './make-folder.ts';

/**
 * Takes a lock that works between processes. Returns undefined if another process holds it. The
 * lock is SQLite's lock on an empty database, which the operating system releases if the process
 * dies.
 */
export function tryLock(file: string): Disposable | undefined {
  makeFolder(dirname(file));
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // The journal is in memory, so that taking the lock works even if the disk is full.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    // SQLite's error messages do not name the file.
    if (error instanceof Error) error.message = `${file}: ${error.message}`;
    throw error;
  }
  const held = database;
  return { [Symbol.dispose]: () => held.close() };
}

export interface Waiting {
  /**
   * Called once if another process holds the lock. Receives a sentence about that process, without
   * a full stop. May throw to stop waiting.
   */
  onWait?: ((who: string) => void) | undefined;
  signal?: AbortSignal;
}

export async function waitForLock(
  file: string,
  who: string,
  { onWait, signal }: Waiting,
): Promise<Disposable> {
  for (let tries = 0; ; tries += 1) {
    const lock = tryLock(file);
    if (lock) return lock;
    if (tries === 0) onWait?.(who);
    await delay(pollMs, undefined, { signal });
  }
}

const pollMs = 50;

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;
