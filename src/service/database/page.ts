import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { Database, Values } from '../../lib/database/database.ts';
import {
  type AnyOf,
  type Filters,
  type FilterValue,
  type IdListing,
  idsOf,
  lookedUpBy,
} from './ids.ts';

/** Which rows of a list are asked for: a page of those that every set filter lets through. */
export type ListQuery = { offset: number; limit: number } & Filters;

export interface List<T> extends IdListing {
  row: z.ZodType<T>;
  /** What is read of a row: the statement up to, and without, `WHERE`. */
  select: string;
}

/**
 * Reads one page of a list: first the ids of its rows, from indexes alone, then the rows. What a
 * row is made of costs more than all else, and is read for no row that is not asked for.
 */
export function readPage<T>(database: Database, list: List<T>, query: ListQuery): T[] {
  const { offset, limit } = query;
  const choice = choose(database, list, query);
  if (!choice) return [];
  const { ids, used } = idsOf(list, choice.filters, choice);
  const order = `${list.by}, id`;
  const sql = `
    ${list.select}
    WHERE id IN (SELECT id FROM (${ids} ORDER BY ${order} LIMIT :limit OFFSET :offset))
    ORDER BY ${order}`;
  return database.all(list.row, sql, { ...toValues(used, choice.filters), limit, offset });
}

interface Choice {
  filters: Filters;
  isCommon: boolean;
}

/** How the ids are best found; undefined where there can be none. */
function choose(database: Database, list: IdListing, query: ListQuery): Choice | undefined {
  const { offset, limit, ...filters } = query;
  const anyOf = lookedUpBy(list, filters);
  const asked = anyOf && filters[anyOf.filter];
  if (!anyOf || !Array.isArray(asked) || asked.length === 1) return { filters, isCommon: false };
  const known = knownIds(database, anyOf.of, asked);
  if (known.length === 0) return undefined;
  const narrowed = { ...filters, [anyOf.filter]: known };
  const isLong = known.length >= worth.values && known.length * (offset + limit) >= worth.lookUps;
  return { filters: narrowed, isCommon: isLong && isCommon(database, list, narrowed, anyOf) };
}

/** Those that exist: each of the others would be looked for, too. */
function knownIds(database: Database, table: string, asked: string[]): string[] {
  const sql = `SELECT id FROM ${table} WHERE id IN (SELECT value FROM json_each(:asked))`;
  const row = z.object({ id: z.string() });
  return database.all(row, sql, { asked: toColumn(asked) }).map(({ id }) => id);
}

/** When it is worth to look how common values are, and from when on they are; found by measuring. */
const worth = { values: 6, lookUps: 2000 };
const common = { share: 0.7, sample: 50 };

/** Whether most of the newest rows that the other filters let through have one of the values. */
function isCommon(
  database: Database,
  list: IdListing,
  filters: Filters,
  { filter }: AnyOf,
): boolean {
  const { ids, used } = idsOf(list, { ...filters, [filter]: undefined });
  const sql = `
    SELECT avg(${list.conditions[filter]}) AS share FROM
      (SELECT id FROM (${ids} ORDER BY ${list.by}, id LIMIT ${common.sample})) AS ${list.table}`;
  const row = z.object({ share: z.number().nullable() });
  const share = database.get(row, sql, toValues([...used, filter], filters))?.share;
  return (share ?? 1) >= common.share;
}

function toValues(names: readonly string[], filters: Filters): Values {
  return Object.fromEntries(names.map((name) => [name, toColumn(filters[name])]));
}

function toColumn(value: FilterValue): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return JSON.stringify(value);
  return value ?? null;
}
