import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { limits } from '../../model/limits.ts';
import { json } from './columns.ts';
import { knownFilters, statementOf } from './find-ids.ts';
import type { Filters, IdListing } from './ids.ts';
import type { IdMemory } from './remembered-ids.ts';

/** As many rows as can be asked for of a list, in however many pages. */
export const mostIds = limits.offset + limits.limit;

interface Asked {
  list: IdListing;
  filters: Filters;
  /** How many ids are wanted, `mostIds` at most. */
  count: number;
}

/** The first ids that filters let through: as many as are wanted or more, or all there are. */
export function firstIds(database: Database, memory: IdMemory, asked: Asked): readonly string[] {
  const { list, count } = asked;
  const filters = recallFilters(database, memory, asked);
  if (!filters) return [];
  const question = questionOf(list, filters);
  const known = memory.ids.get(question);
  if (known && (known.isAll || known.ids.length >= count)) return known.ids;
  // Who reads the first page looks up no more, and who walks all pages looks up a few times.
  const limit = Math.min(mostIds, Math.max(count, 2 * (known?.ids.length ?? 0)));
  const ids = findIds(database, list, filters, limit);
  memory.ids.set(question, { ids, isAll: ids.length < limit });
  return ids;
}

function recallFilters(database: Database, memory: IdMemory, { list, filters }: Asked) {
  const question = questionOf(list, filters);
  const recalled = memory.filters.get(question);
  if (recalled) return recalled.known;
  const known = knownFilters(database, list, filters);
  memory.filters.set(question, { known });
  return known;
}

function questionOf({ table, conditions }: IdListing, filters: Filters): string {
  return JSON.stringify([table, Object.keys(conditions).map((name) => filters[name] ?? null)]);
}

/** As one text: a row for each would take longer than to find it. */
const Row = z.object({ ids: json(z.array(z.string())) });

function findIds(database: Database, list: IdListing, filters: Filters, limit: number): string[] {
  const { sql, values } = statementOf(database, list, filters, { offset: 0, limit });
  const inOne = `SELECT json_group_array(id) AS ids FROM (${sql})`;
  return database.get(Row, inOne, values)?.ids ?? [];
}
