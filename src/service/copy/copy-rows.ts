import { type Columns, inBatches, untyped } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import type { Table } from './tables.ts';

/**
 * Maximum number of values per statement. It is well below the engines' limits of some tens of
 * thousands.
 */
const maxValues = 8000;
const maxBytes = 1024 * 1024;

/**
 * Copies rows unchanged and returns their number. Batches keep the memory bounded.
 * @param from the source, which must not change during the copy
 * @param to a transaction of another database, so that all rows are copied or none
 */
export async function copyRows(from: Db, to: Db, tables: readonly Table[]): Promise<number> {
  let copied = 0;
  for (const { name, columns } of tables) {
    const rows = untyped(from).selectFrom(name).select(columns).stream();
    const max = { items: Math.ceil(maxValues / columns.length), bytes: maxBytes };
    for await (const batch of inBatches(rows, sizeOf, max)) {
      await untyped(to).insertInto(name).values(batch).execute();
      copied += batch.length;
    }
  }
  return copied;
}

function sizeOf(row: Columns): number {
  return Object.values(row).reduce<number>((sum, value) => {
    return sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);
  }, 0);
}
