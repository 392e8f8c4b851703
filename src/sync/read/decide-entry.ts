import { ApiError } from '../../client/api-error.ts';
import { oneLine } from '../../lib/text/text.ts';
import { parseRows, type Quarantined, quarantine } from '../parse/parse-rows.ts';
import type { PreparedEntry } from '../prepare/prepare-rows.ts';
import {
  isUnchanged,
  type JudgedRow,
  type Judging,
  lacksWhatMayCome,
  sourceOf,
} from './judge-row.ts';
import type { ListedRow } from './list-rows.ts';

// Takes rows and ids of one collection; gives what each of them means for the content.
// Asks by id where a list shows too little, or nothing, and has new entries prepared.
// Never takes silence for an answer.

export type Decision<E> =
  /** Public; `prepared` is missing where the entry that is there is still right. */
  | { kind: 'fresh'; id: string; source: string; prepared?: PreparedEntry<E> }
  | { kind: 'private' }
  | { kind: 'kept'; id: string; why: string; isTooLarge: boolean }
  | { kind: 'missing'; id: string }
  | { kind: 'bad'; bad: Quarantined[] };

/** A row that can be used, as its list was read. */
export interface UsableRow<Row> extends Pick<ListedRow<Row>, 'good'> {
  id: string;
  judged: JudgedRow;
}

export async function decideListed<Row extends { id: string }, E>(
  { id, judged, good }: UsableRow<Row>,
  judging: Judging<Row, E>,
): Promise<Decision<E>> {
  const { source, needs, unchanged } = judged;
  if (needs === 'skip') return { kind: 'private' };
  if (!good) return { kind: 'fresh', id, source };
  if (needs === 'fetch') return decideById(id, judging, { source, row: good.row });
  return { kind: 'fresh', id, source, prepared: await judging.prepare(good, unchanged) };
}

/** The row that a list showed of a record. */
interface Listed {
  source: string;
  row: object;
}

/**
 * What the record with this id means.
 * The API not answering for it is no reason to take its entry down, nor to bring nothing else.
 */
export async function decideById<Row extends { id: string }, E>(
  id: string,
  judging: Judging<Row, E>,
  listed?: Listed,
): Promise<Decision<E>> {
  const { resource, options } = judging;
  try {
    return await askById(id, judging, listed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = oneLine(error.message);
    const isTooLarge = error.request.tooLarge === true;
    if (Object.hasOwn(options.known, id)) return { kind: 'kept', id, why, isTooLarge };
    options.onUnreadable(error);
    return { kind: 'bad', bad: [quarantine(resource.name, { id, ...listed?.row }, why)] };
  }
}

async function askById<Row extends { id: string }, E>(
  id: string,
  { resource, options, ahead, prepare }: Judging<Row, E>,
  listed: Listed | undefined,
): Promise<Decision<E>> {
  const found = await ahead.take(id, listed?.source);
  options.freshness.onRead(`${resource.name}/${id}`);
  if (found.kind === 'missing') return { kind: 'missing', id };
  const { good, bad } = parseRows(resource, [found.value]);
  const [one] = good;
  if (!one) return { kind: 'bad', bad: bad.map((row) => ({ ...row, id })) };
  if (one.row.id !== id) {
    const why = 'the API answered with the record of another id';
    return { kind: 'bad', bad: [quarantine(resource.name, { id, ...listed?.row }, why)] };
  }
  if (!resource.isPublic(one.row, options.now)) return { kind: 'private' };
  const source = listed?.source ?? sourceOf(one, options);
  // The record behind a reduced row may have changed although the row has not.
  const unchanged = !listed && isUnchanged(id, source, options);
  if (unchanged && !lacksWhatMayCome(id, resource.name, options))
    return { kind: 'fresh', id, source };
  return { kind: 'fresh', id, source, prepared: await prepare(one, unchanged) };
}
