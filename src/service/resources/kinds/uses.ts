import type { RawBuilder } from 'kysely';
import type { Db } from '../../database/schema.ts';
import type { Use } from './kind.ts';

const mostNames = 5;

/** What these are the names of, without what there is none of. */
export function usesOf(names: Partial<Record<Use['what'], readonly string[]>>): Use[] {
  return Object.entries(names)
    .filter(([, all]) => all.length > 0)
    .map(([what, all]) => ({
      what: what as Use['what'],
      count: all.length,
      names: all.slice(0, mostNames),
    }));
}

/** The titles of those that a condition lets through, the newest first. */
export async function titlesWhere(
  db: Db,
  table: 'release' | 'milestone',
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('title')
    .where(condition)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ title }) => title);
}
