import type { Db } from '../../database/schema.ts';
import { isSlugTaken } from '../slugs.ts';
import type { Problems } from './kind.ts';

/** Whether a slug that is given is free, among those of one kind. */
export async function checkSlug(
  db: Db,
  table: 'milestone' | 'project' | 'label',
  { id, slug }: { id: string; slug: string | undefined },
): Promise<Problems> {
  if (slug === undefined || !(await isSlugTaken(db, table, { id, slug }))) return {};
  return { slug: `expected one that no other ${table} has` };
}
