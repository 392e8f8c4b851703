import { type KyselyPlugin, sql } from 'kysely';
import { engineOf } from '../../../src/service/database/engine.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { eventually } from '../../support/eventually.ts';

/**
 * A database over which the row with an id is read and then, before anything is made of it, something
 * else is done that writes: as far as that comes without waiting for who reads. `done` gives what
 * came of it in the end.
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
  // The one connection to a file is taken.
  if (engineOf(db) === 'sqlite') return;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  doing.then(end, end);
  await eventually(async () => isOver || (await isAnybodyHeldUp(db))).toBe(true);
}

/** Whether somebody waits for the lock of whoever writes to this database. */
async function isAnybodyHeldUp(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length > 0;
}
