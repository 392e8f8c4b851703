import { ApiError } from '../../client/api-error.ts';
import { oneLine } from '../../lib/text/text.ts';
import {
  type ClassifiedRow,
  type DecideContext,
  digestSource,
  hasAssetsDue,
  hasSameSource,
} from './classify-row.ts';
import type { ListedRow } from './list-rows.ts';
import { parseRows, type Quarantined, quarantine } from './parse/parse-rows.ts';
import type { PreparedEntry } from './prepared-entry.ts';

// Decides whether an entry stays, changes or is removed, and prepares new and changed entries. If
// the list has only part of the record, or does not have it at all, the record is read by id. A
// failed request never removes an entry.

export type Decision<E> =
  /** The record is public. If there is no `prepared`, the current entry is still valid. */
  | { kind: 'fresh'; id: string; source: string; prepared?: PreparedEntry<E> }
  /** The record is not public. `later` is the day from which it is public. */
  | { kind: 'private'; later?: string | undefined }
  | { kind: 'kept'; id: string; why: string; isTooLarge: boolean }
  | { kind: 'missing'; id: string }
  | { kind: 'bad'; bad: Quarantined[] };

export interface UsableRow<Row> extends Pick<ListedRow<Row>, 'good'> {
  id: string;
  classified: ClassifiedRow;
}

export async function decideListed<Row extends { id: string }, E>(
  { id, classified, good }: UsableRow<Row>,
  context: DecideContext<Row, E>,
): Promise<Decision<E>> {
  const { source, action, isUnchanged, later } = classified;
  if (action === 'skip') return { kind: 'private', later };
  if (!good) return { kind: 'fresh', id, source };
  if (action === 'fetch') return decideById(id, context, { source, row: good.row });
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
  const { resource, options } = context;
  try {
    return await readById(id, context, listed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = oneLine(error.message);
    const isTooLarge = error.request.tooLarge === true;
    if (Object.hasOwn(options.known, id)) return { kind: 'kept', id, why, isTooLarge };
    options.onUnreadable(error);
    return { kind: 'bad', bad: [quarantine(resource.name, { id, ...listed?.row }, why)] };
  }
}

async function readById<Row extends { id: string }, E>(
  id: string,
  { resource, options, ahead, prepare }: DecideContext<Row, E>,
  listed: Listed | undefined,
): Promise<Decision<E>> {
  const result = await ahead.take(id, listed?.source);
  options.freshness.onRead(`${resource.name}/${id}`);
  if (result.kind === 'missing') return { kind: 'missing', id };
  const { good, bad } = parseRows(resource, [result.value]);
  const [one] = good;
  if (!one) return { kind: 'bad', bad: bad.map((row) => ({ ...row, id })) };
  if (one.row.id !== id) {
    const why = 'the API returned a record with another id';
    return { kind: 'bad', bad: [quarantine(resource.name, { id, ...listed?.row }, why)] };
  }
  if (!resource.isPublic(one.row, options))
    return { kind: 'private', later: resource.laterDay?.(one.row, options) };
  const source = listed?.source ?? digestSource(one, options);
  // If the list has only part of the record, the other fields may have changed, even if the row is
  // unchanged.
  const unchanged = !listed && hasSameSource(id, source, options);
  if (unchanged && !hasAssetsDue(id, resource.name, options)) return { kind: 'fresh', id, source };
  return { kind: 'fresh', id, source, prepared: await prepare(one, unchanged) };
}
