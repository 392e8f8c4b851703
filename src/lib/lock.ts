import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a lock that other processes see, or gives undefined when one of them holds it. The system
 * gives it back when its holder dies, however it dies: it is SQLite's lock on an empty database.
 */
export function tryLock(file: string): Disposable | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  try {
    // Without a journal on the disk nothing is written there, which may be full.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    return undefined;
  }
  return { [Symbol.dispose]: () => database.close() };
}

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5;
