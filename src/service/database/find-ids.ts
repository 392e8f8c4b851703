import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { Database, Values } from '../../lib/database/database.ts';
import {
  type AnyOf,
  type Cursor,
  conditionOf,
  type Filters,
  type FilterValue,
  type IdListing,
  idsOf,
  lookedUpBy,
} from './ids.ts';

/** How the ids of a page are found: a statement that gives them in the list's order. */
export function statementOf(
  database: Database,
  list: IdListing,
  filters: Filters,
  { offset, limit, cursor }: { offset: number; limit: number; cursor?: Cursor | undefined },
): { sql: string; values: Values } {
  const skipped = offset - (cursor?.offset ?? 0);
  const { ids, used } = idsOf(list, filters, {
    isCommon: isCommon(database, list, filters, skipped + limit),
    isFromCursor: cursor !== undefined,
  });
  // Without the sum, SQLite plans for the very limit, and prepares the statement anew each time.
  const page = 'LIMIT :limit + 0 OFFSET :offset + 0';
  const from: Values = cursor ? { cursor_key: cursor.key, cursor_id: cursor.id } : {};
  return {
    sql: `SELECT id FROM (${ids} ORDER BY ${list.by}, id ${page})`,
    values: { ...toValues(used, filters), ...from, limit, offset: skipped },
  };
}

/**
 * Filters without the values that do not exist, the others in one order; undefined where nothing can
 * be found by them.
 */
export function knownFilters(
  database: Database,
  list: IdListing,
  filters: Filters,
): Filters | undefined {
  const anyOf = lookedUpBy(list, filters);
  const asked = anyOf && filters[anyOf.filter];
  if (!anyOf || !Array.isArray(asked) || asked.length === 1) return filters;
  const known = knownIds(database, anyOf.of, asked);
  return known.length > 0 ? { ...filters, [anyOf.filter]: known } : undefined;
}

/** Those that exist: each of the others would be looked for, too. */
function knownIds(database: Database, table: string, asked: string[]): string[] {
  const sql = `
    SELECT id FROM ${table} WHERE id IN (SELECT value FROM json_each(:asked)) ORDER BY id`;
  const row = z.object({ id: z.string() });
  return database.all(row, sql, { asked: toColumn(asked) }).map(({ id }) => id);
}

/** From how many looks into indexes on it is worth to know how common values are. */
const mostLookUps = 500;
/** A merge of so many values takes as long as to walk past all rows; found by measuring. */
const walkedAt = 0.6;
const sample = 50;

/** Whether so many of the newest rows fit that it takes less to walk past them than to merge. */
function isCommon(database: Database, list: IdListing, filters: Filters, end: number): boolean {
  const anyOf = lookedUpBy(list, filters);
  const known = anyOf && filters[anyOf.filter];
  if (!anyOf || !Array.isArray(known) || known.length < 2) return false;
  if (known.length * end < mostLookUps) return false;
  return shareOf(database, list, filters, anyOf) * known.length >= walkedAt;
}

function shareOf(database: Database, list: IdListing, filters: Filters, anyOf: AnyOf): number {
  const used = Object.keys(list.conditions).filter((name) => filters[name] !== undefined);
  const fits = used.map((name) => conditionOf(list, name, anyOf)).join(' AND ');
  const sql = `
    SELECT avg(fits) AS share FROM (SELECT (${fits}) IS TRUE AS fits FROM ${anyOf.walk.from}
      ORDER BY ${list.by}, id LIMIT ${sample})`;
  const row = z.object({ share: z.number().nullable() });
  return database.get(row, sql, toValues(used, filters))?.share ?? 0;
}

function toValues(names: readonly string[], filters: Filters): Values {
  return Object.fromEntries(names.map((name) => [name, toColumn(filters[name])]));
}

function toColumn(value: FilterValue): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return JSON.stringify(value);
  return value ?? null;
}
