import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { limits } from '../../model/limits.ts';
import { knownFilters, statementOf } from './find-ids.ts';
import { type Cursor, type Filters, type IdListing, isOneRange } from './ids.ts';
import { createCursors, type ListMemory, listMemoryOf } from './list-memory.ts';

/** Which rows of a list are asked for: a page of those that every set filter lets through. */
export type ListQuery = { offset: number; limit: number } & Filters;

export interface List<T extends { id: string }> extends IdListing {
  row: z.ZodType<T>;
  /** What is read of a row: the statement up to, and without, `WHERE`. */
  select: string;
}

/**
 * Reads one page of a list: first the ids of its rows, from indexes alone, then the rows. What a
 * row is made of costs more than all else, and is read for no row that is not asked for. Where the
 * rows before a page take longer to find than those of the list without filters, it is remembered
 * until the next write where the page begins: those behind it are found from there.
 */
export function readPage<T extends { id: string }>(
  database: Database,
  list: List<T>,
  query: ListQuery,
): T[] {
  const { offset, limit, ...filters } = query;
  const isRemembered = limit >= 0 && offset <= limits.offset && !isOneRange(list, filters);
  const rows = isRemembered ? readRemembered(database, list, query) : undefined;
  return rows ?? readRows(database, list, query, { known: knownFilters(database, list, filters) });
}

/** Undefined where another process wrote since the place was found from which it was read. */
function readRemembered<T extends { id: string }>(
  database: Database,
  list: List<T>,
  query: ListQuery,
): T[] | undefined {
  const { offset, limit, ...filters } = query;
  const memory = listMemoryOf(database);
  const known = recallFilters(database, memory, list, filters);
  if (!known) return [];
  const question = questionOf(list, known);
  const cursors = memory.cursors.get(question) ?? createCursors();
  memory.cursors.set(question, cursors);
  if (offset >= cursors.end) return memory.isCurrent() ? [] : undefined;
  const cursor = cursors.before(offset);
  const rows = readRows(database, list, query, { known, cursor });
  if (rows.length < limit) cursors.end = offset + rows.length;
  if (rows[0] && cursor?.offset !== offset)
    cursors.keep({ offset, id: rows[0].id, key: keyOf(database, list, rows[0].id) });
  return memory.isCurrent() ? rows : undefined;
}

function recallFilters(
  database: Database,
  { filters: memory }: ListMemory,
  list: IdListing,
  filters: Filters,
): Filters | undefined {
  const question = questionOf(list, filters);
  const recalled = memory.get(question);
  if (recalled) return recalled.known;
  const known = knownFilters(database, list, filters);
  memory.set(question, { known });
  return known;
}

function questionOf({ table, conditions }: IdListing, filters: Filters): string {
  return JSON.stringify([table, Object.keys(conditions).map((name) => filters[name] ?? null)]);
}

const Keyed = z.object({ key: z.string() });

/** What a row is ordered by, as it stands in the database; of a row that has gone, anything. */
function keyOf(database: Database, { table, by }: IdListing, id: string): string {
  const sql = `SELECT ${by.split(' ')[0]} AS key FROM ${table} WHERE id = :id`;
  return database.get(Keyed, sql, { id })?.key ?? '';
}

function readRows<T extends { id: string }>(
  database: Database,
  list: List<T>,
  { offset, limit }: ListQuery,
  { known, cursor }: { known: Filters | undefined; cursor?: Cursor | undefined },
): T[] {
  if (!known) return [];
  const { sql, values } = statementOf(database, list, known, { offset, limit, cursor });
  const rows = `${list.select} WHERE id IN (${sql}) ORDER BY ${list.by}, id`;
  return database.all(list.row, rows, values);
}
