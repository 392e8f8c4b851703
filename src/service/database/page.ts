import type { SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';

/** Which rows of a list are asked for: a page of those that every set filter lets through. */
export type ListQuery = { offset: number; limit: number } & Record<string, FilterValue>;
type FilterValue = string | number | boolean | string[] | undefined;

export interface List<T> {
  row: z.ZodType<T>;
  /** The statement up to, and without, `WHERE`. */
  select: string;
  /** What it can be narrowed by: a filter's name, and the condition that it puts on a row. */
  conditions: Record<string, string>;
  /** A total order: it ends on a column that is unique, so that no page repeats or skips a row. */
  order: string;
}

/** Reads one page of a list. */
export function readPage<T>(database: Database, list: List<T>, query: ListQuery): T[] {
  const { offset, limit, ...filters } = query;
  const set = Object.keys(list.conditions).filter((name) => filters[name] !== undefined);
  const where = set.map((name) => list.conditions[name]).join(' AND ');
  const sql = `
    ${list.select}
    ${where && `WHERE ${where}`}
    ORDER BY ${list.order}
    LIMIT :limit OFFSET :offset`;
  const values = Object.fromEntries(set.map((name) => [name, toColumn(filters[name])]));
  return database.all(list.row, sql, { ...values, limit, offset });
}

function toColumn(value: FilterValue): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return JSON.stringify(value);
  return value ?? null;
}
