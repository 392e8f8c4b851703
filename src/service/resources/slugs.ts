import type { Kysely } from 'kysely';
import type { Db } from '../database/schema.ts';

type TableOfSlugs = 'release' | 'milestone' | 'project' | 'label';

/**
 * Whether another one has the slug. What was imported may share one, which is why no table forbids
 * it; what is new may not.
 */
export async function isSlugTaken(
  db: Db,
  table: TableOfSlugs,
  { id, slug }: { id: string; slug: string },
): Promise<boolean> {
  // Kysely's types cannot follow a table that is not named; each of these has both columns.
  const other = await (db as unknown as Kysely<Record<string, { id: string; slug: string }>>)
    .selectFrom(table as string)
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
