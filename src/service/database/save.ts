import type { Insertable } from 'kysely';
import { untyped } from './queries.ts';
import type { Db, Schema } from './schema.ts';

/** Tables with a column `id`. */
export type TableOfIds = {
  [T in keyof Schema]: Schema[T] extends { id: string } ? T : never;
}[keyof Schema];

/**
 * Inserts a row, or updates the row with the same `id`. Rows that may refer to files have to be
 * saved with `saveWithFiles`.
 */
export async function save<T extends TableOfIds>(
  db: Db,
  table: T,
  row: Insertable<Schema[T]> & { id: string },
): Promise<void> {
  const changed = Object.keys(row).filter((column) => column !== 'id');
  await untyped(db)
    .insertInto<string>(table)
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) =>
          Object.fromEntries(changed.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    )
    .execute();
}
