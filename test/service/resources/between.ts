import { type KyselyPlugin, sql } from 'kysely';
import { engineOf } from '../../../src/service/database/engine.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { eventually } from '../../support/eventually.ts';

/**
 * A database that runs `other`, which writes, just after the row with this id was first read. It
 * waits until `other` is done or blocked by a lock. `done` resolves with the result of `other`.
 */
export function betweenReadAndWrite<T>(db: Db, id: string, other: () => Promise<T>) {
  const { promise: done, resolve } = Promise.withResolvers<T>();
  let isBegun = false;
  const pausing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isBegun || !result.rows.some((row) => row.id === id)) return result;
      isBegun = true;
      const doing = other();
      resolve(doing);
      await untilOverOrHeldUp(db, doing);
      return result;
    },
  };
  return { db: db.withPlugin(pausing), done };
}

async function untilOverOrHeldUp(db: Db, doing: Promise<unknown>): Promise<void> {
  // SQLite has a single connection, which is in use, so `other` cannot finish first.
  if (engineOf(db) === 'sqlite') return;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  doing.then(end, end);
  await eventually(async () => isOver || (await isAnybodyHeldUp(db))).toBe(true);
}

/** Whether a writer waits for the write lock of this database. */
async function isAnybodyHeldUp(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length > 0;
}
