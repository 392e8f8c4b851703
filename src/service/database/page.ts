import type { SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { type Filters, type FilterValue, idsOf, type Listing } from './ids.ts';

/** Which rows of a list are asked for: a page of those that every set filter lets through. */
export type ListQuery = { offset: number; limit: number } & Filters;

export interface List<T> extends Listing {
  row: z.ZodType<T>;
  /** What is read of a row: the statement up to, and without, `WHERE`. */
  select: string;
}

/**
 * Reads one page of a list: first the ids of its rows, from indexes alone, then the rows. What a
 * row is made of costs more than all else, and is read for no row that is not asked for.
 */
export function readPage<T>(database: Database, list: List<T>, query: ListQuery): T[] {
  const { offset, limit, ...filters } = query;
  const { ids, used } = idsOf(list, filters);
  const order = `${list.by}, id`;
  const sql = `
    ${list.select}
    WHERE id IN (SELECT id FROM (${ids} ORDER BY ${order} LIMIT :limit OFFSET :offset))
    ORDER BY ${order}`;
  const values = Object.fromEntries(used.map((name) => [name, toColumn(filters[name])]));
  return database.all(list.row, sql, { ...values, limit, offset });
}

function toColumn(value: FilterValue): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return JSON.stringify(value);
  return value ?? null;
}
