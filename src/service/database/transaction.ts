import type { Db } from './schema.ts';

/**
 * Runs work in a transaction, or joins the current one. Transactions write one at a time, and wait
 * for earlier writers as they begin. Read the clock inside, because of that wait: `exportWithTime`
 * relies on it.
 * @throws DatabaseUnavailableError if that takes too long
 */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Runs several reads on one state of the database, without blocking writers. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}
