import { type Columns, untyped } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import type { Table } from './tables.ts';

/** Engines take some tens of thousands of values in a statement. */
const mostValues = 8000;
const mostBytes = 1024 * 1024;

/**
 * Copies the rows of tables as they are, in batches, so that no more than one batch, or one large
 * row, is in memory. Gives how many rows they were.
 * @param to a transaction, so that all of them are there or none
 * @param from another database, which nobody else writes to meanwhile
 */
export async function copyRows(from: Db, to: Db, tables: readonly Table[]): Promise<number> {
  let copied = 0;
  for (const table of tables)
    for await (const batch of batchesOf(from, table)) {
      await untyped(to).insertInto(table.name).values(batch).execute();
      copied += batch.length;
    }
  return copied;
}

async function* batchesOf(db: Db, { name, columns }: Table): AsyncGenerator<Columns[]> {
  const mostRows = Math.ceil(mostValues / columns.length);
  let batch: Columns[] = [];
  let bytes = 0;
  for await (const row of untyped(db).selectFrom(name).select(columns).stream()) {
    const size = sizeOf(row);
    if (batch.length > 0 && (batch.length === mostRows || bytes + size > mostBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function sizeOf(row: Columns): number {
  return Object.values(row).reduce<number>((sum, value) => {
    return sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);
  }, 0);
}
