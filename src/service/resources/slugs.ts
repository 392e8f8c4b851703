import { untyped } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import type { Problems } from './kinds/kind.ts';

type TableOfSlugs = 'release' | 'milestone' | 'project' | 'label';

/**
 * Whether another row has the slug. The tables allow duplicate slugs, because imports may contain
 * them, but the API refuses new duplicates.
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

/** The slug, with the first number that makes it free if another row has it. */
export async function freeSlug(
  db: Db,
  table: TableOfSlugs,
  { id, slug }: { id: string; slug: string },
): Promise<string> {
  let free = slug;
  for (let n = 2; await isSlugTaken(db, table, { id, slug: free }); n += 1) free = `${slug}-${n}`;
  return free;
}

/** Reports a slug that another row has. */
export async function checkSlug(
  db: Db,
  table: 'milestone' | 'project' | 'label',
  { id, slug }: { id: string; slug: string | undefined },
): Promise<Problems> {
  if (slug === undefined || !(await isSlugTaken(db, table, { id, slug }))) return {};
  return { slug: `expected a slug that no other ${table} has` };
}
