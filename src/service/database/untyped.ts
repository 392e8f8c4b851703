import type { Kysely } from 'kysely';
import type { Db } from './schema.ts';

/** A row of any table. */
export type Columns = Record<string, unknown>;

/** For tables that are not named: Kysely's types cannot follow those. */
export function untyped(db: Db): Kysely<Record<string, Columns>> {
  return db as unknown as Kysely<Record<string, Columns>>;
}
