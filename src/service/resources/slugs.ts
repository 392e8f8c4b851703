import type { Db } from '../database/schema.ts';
import { untyped } from '../database/untyped.ts';

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
  const other = await untyped(db)
    .selectFrom(table)
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
