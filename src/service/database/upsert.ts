import type { Database, Values } from '../../lib/database/database.ts';

/** Adds a row, or updates all its columns where one with its `id` is there. */
export function upsert(database: Database, table: string, row: Values & { id: string }): void {
  const columns = Object.keys(row);
  const changes = columns.filter((column) => column !== 'id');
  database.run(
    `INSERT INTO ${table} (${columns.join(', ')})
     VALUES (${columns.map((column) => `:${column}`).join(', ')})
     ON CONFLICT (id) DO UPDATE SET
     ${changes.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    row,
  );
}
