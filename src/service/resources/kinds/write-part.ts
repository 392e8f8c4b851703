import type { Insertable } from 'kysely';
import { save } from '../../database/save.ts';
import type { Schema } from '../../database/schema.ts';
import { defined } from '../defined.ts';
import type { Kind } from './kind.ts';

type Parts = Pick<Schema, 'project' | 'label' | 'contributor'>;
type Part<T extends keyof Parts> = Omit<Parts[T], 'changed_at'>;

/** Writes rows of a table whose columns are the fields that are given. @param empty a new one's */
export function writePart<T extends keyof Parts>(
  table: T,
  empty: Omit<Part<T>, 'id'>,
): Kind<Part<T>, Partial<Part<T>>>['write'] {
  return (db, { id, before, given, now }) => {
    const row = { ...empty, ...before, ...defined(given), id, changed_at: now.toISOString() };
    // Its columns are those of the table: TypeScript does not see it of a table that is not named.
    return save(db, table, row as unknown as Insertable<Schema[T]> & { id: string });
  };
}
