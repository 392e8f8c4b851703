import { z } from 'zod';
import type { Db } from '../database/schema.ts';

const Unfinished = z.object({ source: z.string(), begun_at: z.string() });
type Unfinished = z.infer<typeof Unfinished>;

/** The imports that began and did not come to their end, oldest first; one may still be running. */
export async function unfinishedImports(db: Db): Promise<Unfinished[]> {
  const rows = await db
    .selectFrom('unfinished_import')
    .select(['source', 'begun_at'])
    .orderBy('begun_at')
    .orderBy('source')
    .execute();
  return rows.map((row) => Unfinished.parse(row));
}

/** Writes down that an import begins, in the transaction of its first write. */
export async function beginImport(db: Db, source: string, now: Date): Promise<void> {
  const begun_at = now.toISOString();
  await db
    .insertInto('unfinished_import')
    .values({ source, begun_at })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ begun_at }))
    .execute();
}

/** Writes down that it came to its end, in the transaction of its last write. */
export async function finishImport(db: Db, source: string): Promise<void> {
  await db.deleteFrom('unfinished_import').where('source', '=', source).execute();
}
