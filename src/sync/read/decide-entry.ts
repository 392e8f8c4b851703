import { ApiError } from '../../client/api-error.ts';
import { oneLine } from '../../lib/text/text.ts';
import {
  type ClassifiedRow,
  type DecideContext,
  digestSource,
  hasAssetsDue,
  hasSameSource,
} from './classify-row.ts';
import type { Decision } from './decisions.ts';
import { parseRow, quarantine } from './parse/parse-rows.ts';

// Decides whether an entry stays, changes or is removed, and prepares new and changed entries. If
// the list has only part of the record, or does not have it at all, the record is read by id. A
// failed request never removes an entry.

export async function decideListed<Row extends { id: string }, E>(
  row: ClassifiedRow<Row>,
  context: DecideContext<Row, E>,
): Promise<Decision<E>> {
  if (row.kind === 'fetch') return decideById(row.id, context, row);
  if (row.kind !== 'prepare') return row;
  const { id, source, good, isUnchanged } = row;
  return { kind: 'fresh', id, source, prepared: await context.prepare(good, isUnchanged) };
}

/** The row of the record in the list. */
interface Listed {
  source: string;
  row: object;
}

/**
 * Decides on the record with this id. An error for one record neither removes its entry nor aborts
 * the sync.
 */
export async function decideById<Row extends { id: string }, E>(
  id: string,
  context: DecideContext<Row, E>,
  listed?: Listed,
): Promise<Decision<E>> {
  try {
    return await readById(id, context, listed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = oneLine(error.message);
    const isTooLarge = error.request.tooLarge === true;
    if (context.known.has(id)) return { kind: 'kept', id, why, isTooLarge };
    context.onUnreadable(error);
    return { kind: 'bad', bad: quarantine(context.resource.name, { id, ...listed?.row }, why) };
  }
}

async function readById<Row extends { id: string }, E>(
  id: string,
  context: DecideContext<Row, E>,
  listed: Listed | undefined,
): Promise<Decision<E>> {
  const { resource } = context;
  const result = await context.ahead.take(id, listed?.source);
  context.freshness.onRead(`${resource.name}/${id}`);
  if (result.kind === 'missing') return { kind: 'missing', id };
  const { good: one, bad } = parseRow(resource, result.value);
  if (!one) return { kind: 'bad', bad: { ...bad, id } };
  if (one.row.id !== id) {
    const why = 'the API returned a record with another id';
    return { kind: 'bad', bad: quarantine(resource.name, { id, ...listed?.row }, why) };
  }
  if (!resource.isPublic(one.row, context))
    return { kind: 'private', id, later: resource.describeLater?.(one.row, context) };
  const source = listed?.source ?? digestSource(one, context);
  // If the list has only part of the record, the other fields may have changed, even if the row is
  // unchanged.
  const unchanged = !listed && hasSameSource(id, source, context);
  if (unchanged && !hasAssetsDue(id, context)) return { kind: 'fresh', id, source };
  return { kind: 'fresh', id, source, prepared: await context.prepare(one, unchanged) };
}
