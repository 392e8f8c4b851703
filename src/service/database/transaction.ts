import type { Db } from './schema.ts';

/**
 * Runs work in a transaction, or joins the current one. Transactions that write run one at a time:
 * each waits for earlier ones as it begins. Read the clock inside `work`, because of that wait;
 * `exportWithTime` relies on it.
 * @throws DatabaseUnavailableError if the wait takes too long
 */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Runs several reads that all see the same state of the database. Does not block writers. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}
