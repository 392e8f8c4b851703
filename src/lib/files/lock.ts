import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Takes a lock that other processes see, or gives undefined when one of them holds it. The system
 * gives it back when its holder dies, however it dies: it is SQLite's lock on an empty database.
 */
export function tryLock(file: string): Disposable | undefined {
  mkdirSync(dirname(file), { recursive: true });
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // Without a journal on the disk nothing is written there, which may be full.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    // SQLite does not say which file it could not open, or write to.
    if (error instanceof Error) error.message = `${file}: ${error.message}`;
    throw error;
  }
  const held = database;
  return { [Symbol.dispose]: () => held.close() };
}

export interface Waiting {
  /** Told once who is in the way, in a sentence without its full stop; throws to wait no longer. */
  onWait?: ((who: string) => void) | undefined;
  signal?: AbortSignal;
}

/** Takes a lock, for which it waits as long as another process holds it. */
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

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;
