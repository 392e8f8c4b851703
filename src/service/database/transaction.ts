import type { Db } from './schema.ts';

/**
 * Runs work in a new transaction, or in the current one. Transactions that write run one at a time,
 * so `work` may begin later. Read the clock inside `work`, so that later transactions have later
 * times; `exportWithTime` relies on this order.
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
