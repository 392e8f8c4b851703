import type { Db } from './schema.ts';

/**
 * All of the work or, where it throws, none of it; within another transaction it joins that. One
 * writes at a time: every engine's driver has a transaction wait for the writer before it as it
 * begins, and not once something was read that the other may change. When something was written is
 * asked of the clock inside, as it may have waited: `exportWithTime` counts on that.
 * @throws DatabaseUnavailableError where that takes too long
 */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Reads several times from the same moment, and holds up nobody who writes meanwhile. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}
