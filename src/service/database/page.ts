import type { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { knownFilters, statementOf } from './find-ids.ts';
import { firstIds, mostIds } from './first-ids.ts';
import { type Filters, type IdListing, isOneRange } from './ids.ts';
import { idMemoryOf } from './remembered-ids.ts';

/** Which rows of a list are asked for: a page of those that every set filter lets through. */
export type ListQuery = { offset: number; limit: number } & Filters;

export interface List<T> extends IdListing {
  row: z.ZodType<T>;
  /** What is read of a row: the statement up to, and without, `WHERE`. */
  select: string;
}

/**
 * Reads one page of a list: first the ids of its rows, from indexes alone, then the rows. What a
 * row is made of costs more than all else, and is read for no row that is not asked for. Ids that
 * take longer to find than those of the list without filters are remembered until the next write.
 */
export function readPage<T>(database: Database, list: List<T>, query: ListQuery): T[] {
  const { offset, limit, ...filters } = query;
  const end = offset + limit;
  const isRemembered = limit >= 0 && end <= mostIds && !isOneRange(list, filters);
  const rows = isRemembered ? readRemembered(database, list, query) : undefined;
  return rows ?? readAtOnce(database, list, query);
}

/** Undefined where another process wrote between ids and rows: one statement sees one moment. */
function readRemembered<T>(database: Database, list: List<T>, query: ListQuery): T[] | undefined {
  const { offset, limit, ...filters } = query;
  const memory = idMemoryOf(database);
  const count = offset + limit;
  const ids = firstIds(database, memory, { list, filters, count }).slice(offset, count);
  const rows = ids.length > 0 ? readByIds(database, list, ids) : [];
  return memory.isCurrent() ? rows : undefined;
}

function readByIds<T>(database: Database, list: List<T>, ids: readonly string[]): T[] {
  const sql = rowsOf(list, 'SELECT value FROM json_each(:ids)');
  return database.all(list.row, sql, { ids: JSON.stringify(ids) });
}

function readAtOnce<T>(database: Database, list: List<T>, query: ListQuery): T[] {
  const { offset, limit, ...asked } = query;
  const filters = knownFilters(database, list, asked);
  if (!filters) return [];
  const { sql, values } = statementOf(database, list, filters, { offset, limit });
  return database.all(list.row, rowsOf(list, sql), values);
}

function rowsOf<T>({ select, by }: List<T>, ids: string): string {
  return `${select} WHERE id IN (${ids}) ORDER BY ${by}, id`;
}
