import {
  type Compilable,
  type DeleteResult,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type UpdateResult,
} from 'kysely';
import type { PageQuery } from '../contract/lists.ts';
import { type Engine, engineOf } from './engine.ts';
import type { Db } from './schema.ts';

export type Columns = Record<string, unknown>;

/** The database without the types of its tables, for tables that are chosen at run time. */
export function untyped(db: Db): Kysely<Record<string, Columns>> {
  return db as unknown as Kysely<Record<string, Columns>>;
}

/** Limits a query to one page of its rows. */
export function paged<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { offset = 0, limit }: PageQuery,
): SelectQueryBuilder<DB, TB, O> {
  return limit === undefined ? query : query.limit(limit).offset(offset);
}

/** Runs an update or a removal. Returns whether a row was changed or removed. */
export async function hasChanged(query: {
  executeTakeFirstOrThrow: () => Promise<UpdateResult | DeleteResult>;
}): Promise<boolean> {
  const result = await query.executeTakeFirstOrThrow();
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n;
}

/** The name of a table that has rows; undefined if all tables are empty. */
export async function filledTable(
  db: Db,
  tables: readonly { name: string }[],
): Promise<string | undefined> {
  for (const { name } of tables) {
    const any = untyped(db).selectFrom(name).select(sql.lit(1).as('any')).limit(1);
    if (await any.executeTakeFirst()) return name;
  }
  return undefined;
}

/** Groups items into batches. An item larger than `max.bytes` gets its own batch. */
export async function* inBatches<T>(
  items: Iterable<T> | AsyncIterable<T>,
  sizeOf: (item: T) => number,
  max: { items: number; bytes: number },
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = sizeOf(item);
    if (batch.length > 0 && (batch.length === max.items || bytes + size > max.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Caches the compiled SQL of the constant part of a query, once for each engine. For queries that
 * also read linked rows, compiling takes longer than reading.
 */
export function fixedText(build: (db: Db) => Compilable): (db: Db) => RawBuilder<unknown> {
  const texts = new Map<Engine, RawBuilder<unknown>>();
  return (db) => {
    const text = texts.get(engineOf(db)) ?? toText(build(db));
    texts.set(engineOf(db), text);
    return text;
  };
}

function toText(query: Compilable): RawBuilder<unknown> {
  const { sql: text, parameters } = query.compile();
  if (parameters.length > 0)
    throw new Error(`it contains values, which would be part of the cached text: ${text}`);
  return sql.raw(text);
}
