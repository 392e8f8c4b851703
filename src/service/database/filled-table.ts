import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { untyped } from './untyped.ts';

/** The name of a table that has rows; undefined where none has. */
export async function filledTable(
  db: Db,
  tables: readonly { name: string }[],
): Promise<string | undefined> {
  for (const { name } of tables) {
    const any = untyped(db).selectFrom(name).select(sql.lit(1).as('any')).limit(1);
    if (await any.executeTakeFirst()) return name;
  }
  return undefined;
}
