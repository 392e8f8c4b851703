import type { Db, Schema } from '../../src/service/database/schema.ts';

export async function countOf(db: Db, table: keyof Schema): Promise<number> {
  const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n'));
  return (await rows.executeTakeFirstOrThrow()).n;
}
