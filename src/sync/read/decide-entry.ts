import { ApiError } from '../../client/api-error.ts';
import { digestOf } from '../../lib/digest.ts';
import { oneLine } from '../../lib/text/text.ts';
import type { Known } from '../../model/content/sync-state.ts';
import type { AssetMemory } from '../assets/memory.ts';
import { type GoodRow, parseRows, type Quarantined, quarantine } from '../parse/parse-rows.ts';
import type { Prepare, PreparedEntry } from '../prepare/prepare-rows.ts';
import { type Collection, isReduced } from './collection.ts';
import type { Freshness } from './freshness.ts';
import type { ReadAhead } from './read-ahead.ts';

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

export interface DecideOptions {
  now: Date;
  /** By id: what the content folder holds. */
  known: Readonly<Record<string, Known>>;
  /** What entries depend on apart from their row; another value prepares all of them anew. */
  inputs: unknown;
  /** Reads every record again and prepares its entry anew. */
  full: boolean;
  freshness: Freshness;
  memory: Pick<AssetMemory, 'isDue'>;
  /** Told of every record of something new that cannot be read; what it throws ends the sync. */
  onUnreadable: (error: ApiError) => void;
}

export interface Judging<Row extends { id: string }, E> {
  collection: Collection<Row>;
  prepare: Prepare<Row, E>;
  options: DecideOptions;
  ahead: ReadAhead;
}

/** Asks for the record behind a row already, where the row will need it. */
export function readAheadOf<Row extends { id: string }, E>(
  good: GoodRow<Row>,
  judging: Judging<Row, E>,
): void {
  const { source, needs } = needsOf(good, judging);
  if (needs === 'fetch') judging.ahead.start(good.row.id, source);
}

export async function decideListed<Row extends { id: string }, E>(
  good: GoodRow<Row>,
  judging: Judging<Row, E>,
): Promise<Decision<E>> {
  const { id } = good.row;
  const { source, needs, unchanged } = needsOf(good, judging);
  if (needs === 'fetch') return decideById(id, judging, { source, row: good.row });
  if (needs === 'skip') return { kind: 'private' };
  if (needs === 'keep') return { kind: 'fresh', id, source };
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
  const { collection, options } = judging;
  try {
    return await askById(id, judging, listed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = oneLine(error.message);
    const isTooLarge = error.request.tooLarge === true;
    if (Object.hasOwn(options.known, id)) return { kind: 'kept', id, why, isTooLarge };
    options.onUnreadable(error);
    return { kind: 'bad', bad: [quarantine(collection.name, { id, ...listed?.row }, why)] };
  }
}

/** Whether a row says itself that it is not what the filters asked for. */
export function isAgainst(row: object, filters: Record<string, string>): boolean {
  const fields = row as Record<string, unknown>;
  return Object.entries(filters).some(
    ([name, value]) => fields[name] !== undefined && String(fields[name]) !== value,
  );
}

/** `entry`: the one that is there is still right. */
type Needs = 'skip' | 'keep' | 'prepare' | 'fetch';

function needsOf<Row extends { id: string }, E>(
  good: GoodRow<Row>,
  { collection, options }: Judging<Row, E>,
): { source: string; needs: Needs; unchanged: boolean } {
  const { now, freshness } = options;
  const { row } = good;
  const source = sourceOf(good, options);
  const reduced = isReduced(row, collection.detailFields);
  const unchanged = isUnchanged(row.id, source, options);
  const answer = (needs: Needs) => ({ source, needs, unchanged });
  if (isAgainst(row, collection.filters)) return answer('skip');
  if (!reduced && !collection.isPublic(row, now)) return answer('skip');
  const due = reduced && freshness.isDue(`${collection.name}/${row.id}`);
  if (unchanged && !due && !lacksWhatMayCome(row.id, collection.name, options))
    return answer('keep');
  return answer(reduced ? 'fetch' : 'prepare');
}

/** Whether an entry comes from the same as when it was prepared. */
function isUnchanged(id: string, source: string, { full, known }: DecideOptions): boolean {
  return !full && Object.hasOwn(known, id) && known[id]?.source === source;
}

function lacksWhatMayCome(id: string, name: string, { known, memory }: DecideOptions): boolean {
  return known[id]?.incomplete === true && memory.isDue(`${name}/${id}`);
}

/** The digest of all that an entry comes from; what was dropped is told with it as long as it stands. */
function sourceOf<Row>({ row, dropped }: GoodRow<Row>, { inputs }: DecideOptions): string {
  return digestOf(dropped.length > 0 ? [inputs, row, dropped] : [inputs, row]);
}

async function askById<Row extends { id: string }, E>(
  id: string,
  { collection, options, ahead, prepare }: Judging<Row, E>,
  listed: Listed | undefined,
): Promise<Decision<E>> {
  const found = await ahead.take(id, listed?.source);
  options.freshness.onRead(`${collection.name}/${id}`);
  if (found.kind === 'missing') return { kind: 'missing', id };
  const { good, bad } = parseRows(collection, [found.value]);
  const [one] = good;
  if (!one) return { kind: 'bad', bad: bad.map((row) => ({ ...row, id })) };
  if (one.row.id !== id) {
    const why = 'the API answered with the record of another id';
    return { kind: 'bad', bad: [quarantine(collection.name, { id, ...listed?.row }, why)] };
  }
  if (!collection.isPublic(one.row, options.now)) return { kind: 'private' };
  const source = listed?.source ?? sourceOf(one, options);
  // The record behind a reduced row may have changed although the row has not.
  const unchanged = !listed && isUnchanged(id, source, options);
  if (unchanged && !lacksWhatMayCome(id, collection.name, options))
    return { kind: 'fresh', id, source };
  return { kind: 'fresh', id, source, prepared: await prepare(one, unchanged) };
}
