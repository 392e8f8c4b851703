import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { Database, Values } from '../../lib/database/database.ts';
import {
  type AnyOf,
  type Cursor,
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

/** When it is worth to look how common values are, and from when on they are; found by measuring. */
const worth = { values: 6, lookUps: 2000 };
const common = { share: 0.7, sample: 50 };

/** Whether most of the newest rows that the other filters let through have one of the values. */
function isCommon(database: Database, list: IdListing, filters: Filters, end: number): boolean {
  const anyOf = lookedUpBy(list, filters);
  const known = anyOf && filters[anyOf.filter];
  if (!anyOf || !Array.isArray(known) || known.length < worth.values) return false;
  if (known.length * end < worth.lookUps) return false;
  return shareOf(database, list, filters, anyOf) >= common.share;
}

function shareOf(database: Database, list: IdListing, filters: Filters, { filter }: AnyOf): number {
  const { ids, used } = idsOf(list, { ...filters, [filter]: undefined });
  const sql = `
    SELECT avg(${list.conditions[filter]}) AS share FROM
      (SELECT id FROM (${ids} ORDER BY ${list.by}, id LIMIT ${common.sample})) AS ${list.table}`;
  const row = z.object({ share: z.number().nullable() });
  return database.get(row, sql, toValues([...used, filter], filters))?.share ?? 1;
}

function toValues(names: readonly string[], filters: Filters): Values {
  return Object.fromEntries(names.map((name) => [name, toColumn(filters[name])]));
}

function toColumn(value: FilterValue): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return JSON.stringify(value);
  return value ?? null;
}
