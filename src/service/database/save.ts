import type { Insertable } from 'kysely';
import { keepUploads } from '../resources/uploads/uploads.ts';
import { untyped } from './queries.ts';
import type { Db, Schema } from './schema.ts';

/** The tables whose rows are known by an `id`. */
export type TableOfIds = {
  [T in keyof Schema]: Schema[T] extends { id: string } ? T : never;
}[keyof Schema];

/**
 * Adds a row, or gives the one with its `id` what this one has. Uploads that it refers to stay from
 * then on.
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
  await keepUploads(db, row);
}
