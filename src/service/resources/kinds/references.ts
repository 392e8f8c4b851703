import type { Insertable, RawBuilder } from 'kysely';
import type { Db, Schema } from '../../database/schema.ts';
import { defined } from '../defined.ts';
import { saveWithFiles } from '../file-uses.ts';
import type { Kind, Reference } from './kind.ts';

const maxNames = 5;

/** Lists references by kind of resource. Leaves out kinds without references. */
export function referencesOf(
  names: Partial<Record<Reference['what'], readonly string[]>>,
): Reference[] {
  return Object.entries(names)
    .filter(([, all]) => all.length > 0)
    .map(([what, all]) => ({
      what: what as Reference['what'],
      count: all.length,
      names: all.slice(0, maxNames),
    }));
}

/** Titles of the rows that match a condition, newest first. */
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

type Parts = Pick<Schema, 'project' | 'label' | 'contributor'>;
type Part<T extends keyof Parts> = Omit<Parts[T], 'changed_at'>;

/**
 * Creates the `write` of a kind whose fields are the columns of its table.
 * @param empty default values of a new row
 */
export function writePart<T extends keyof Parts>(
  table: T,
  empty: Omit<Part<T>, 'id'>,
): Kind<Part<T>, Partial<Part<T>>>['write'] {
  return (db, { id, before, input, now }) => {
    const row = { ...empty, ...before, ...defined(input), id, changed_at: now.toISOString() };
    // TypeScript cannot check the columns of a generic table.
    return saveWithFiles(db, table, row as unknown as Insertable<Schema[T]> & { id: string }, now);
  };
}
