import { sql } from 'kysely';
import { z } from 'zod';
import { Change } from '../../../model/api/parts.ts';
import { json } from '../../database/columns.ts';
import type { Db } from '../../database/schema.ts';

const Row = z.object({ id: z.string(), title: z.string(), changes: json(z.array(Change)) });
type Row = z.infer<typeof Row>;

/** Titles of the releases that have changes of a type. */
export async function titlesWithChanges(db: Db, change_id: string): Promise<string[]> {
  const titles: string[] = [];
  for await (const { title } of withChanges(db, change_id)) titles.push(title);
  return titles;
}

/**
 * Applies `map` to all changes of every release that has changes of the type. `map` keeps the text,
 * so `updated_at` does not change.
 */
export async function mapChanges(
  db: Db,
  change_id: string,
  map: (change: Change) => Change,
): Promise<void> {
  for await (const { id, changes } of withChanges(db, change_id))
    await db
      .updateTable('release')
      .set({ changes: JSON.stringify(changes.map(map)) })
      .where('id', '=', id)
      .execute();
}

const maxAtOnce = 200;

/**
 * Reads the releases that have changes of a type. Reads in batches, because releases may be long.
 */
async function* withChanges(db: Db, change_id: string): AsyncGenerator<Row> {
  const written = JSON.stringify(change_id);
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('release')
      .select(['id', 'title', 'changes'])
      .where('id', '>', last)
      // Text search is faster than parsing JSON in the database. Releases that match by accident
      // are filtered out below.
      .where(sql<boolean>`replace(changes, ${written}, '') <> changes`)
      .orderBy('id')
      .limit(maxAtOnce)
      .execute();
    const parsed = rows.map((row) => Row.parse(row));
    yield* parsed.filter(({ changes }) =>
      changes.some((one) => 'change_id' in one && one.change_id === change_id),
    );
    last = parsed.at(-1)?.id ?? '';
    if (parsed.length < maxAtOnce) return;
  }
}
