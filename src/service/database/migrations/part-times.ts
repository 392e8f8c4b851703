import type { Kysely } from 'kysely';
import { wordsOf } from '../engine.ts';

/** When what releases and milestones refer to was last added or changed; of before, nobody knows. */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function partTimes(db: Kysely<any>): Promise<void> {
  const { textType } = wordsOf(db);
  for (const table of ['project', 'label', 'contributor'])
    await db.schema.alterTable(table).addColumn('changed_at', textType).execute();
}
