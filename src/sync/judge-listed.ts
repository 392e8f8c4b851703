import { ApiError } from '../client/api-error.ts';
import { digestOf } from '../lib/digest.ts';
import type { Known } from '../model/sync-state.ts';
import { type Collection, isReduced } from './collection.ts';
import type { Freshness } from './freshness.ts';
import { judgeRows, type Quarantined } from './judge-rows.ts';
import type { Prepare, Prepared } from './prepare-rows.ts';
import type { ReadAhead } from './read-ahead.ts';

// Takes rows and ids of one collection; gives what each of them means for the content.
// Asks by id where a list shows too little, or nothing, and has new entries prepared.
// Never takes silence for an answer.

export type Verdict<E> =
  /** Public; `prepared` is missing where the entry that is there is still right. */
  | { kind: 'fresh'; id: string; source: string; prepared?: Prepared<E> }
  | { kind: 'private' }
  | { kind: 'kept'; id: string; why: string }
  | { kind: 'missing'; id: string }
  | { kind: 'bad'; bad: Quarantined[] };

export interface JudgeOptions {
  now: Date;
  /** By id: what the content folder holds. */
  known: Readonly<Record<string, Known>>;
  /** What entries depend on apart from their row; another value prepares all of them anew. */
  basis: unknown;
  /** Reads every record again and prepares its entry anew. */
  full: boolean;
  freshness: Freshness;
}

export interface Judging<Row extends { id: string }, E> {
  collection: Collection<Row>;
  prepare: Prepare<Row, E>;
  options: JudgeOptions;
  ahead: ReadAhead;
}

/** Asks for the record behind a row already, where the row will need it. */
export function readAheadOf<Row extends { id: string }, E>(
  row: Row,
  judging: Judging<Row, E>,
): void {
  const { source, needs } = needsOf(row, judging);
  if (needs === 'record') judging.ahead.start(row.id, source);
}

export async function judgeListed<Row extends { id: string }, E>(
  row: Row,
  judging: Judging<Row, E>,
): Promise<Verdict<E>> {
  const { source, needs } = needsOf(row, judging);
  if (needs === 'record') return judgeById(row.id, judging, source);
  if (needs === 'nothing') return { kind: 'private' };
  if (needs === 'entry') return { kind: 'fresh', id: row.id, source };
  return { kind: 'fresh', id: row.id, source, prepared: await judging.prepare(row) };
}

/**
 * What the record with this id means.
 * The API not answering for it is no reason to take its entry down.
 * @param listedAs the source of the row that the list showed, where it showed one
 */
export async function judgeById<Row extends { id: string }, E>(
  id: string,
  judging: Judging<Row, E>,
  listedAs?: string,
): Promise<Verdict<E>> {
  try {
    return await askById(id, judging, listedAs);
  } catch (error) {
    if (!(error instanceof ApiError) || !Object.hasOwn(judging.options.known, id)) throw error;
    return { kind: 'kept', id, why: error.message };
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
type Needs = 'nothing' | 'entry' | 'preparing' | 'record';

function needsOf<Row extends { id: string }, E>(
  row: Row,
  { collection, options }: Judging<Row, E>,
): { source: string; needs: Needs } {
  const { known, now, basis, full, freshness } = options;
  const source = digestOf([basis, row]);
  const reduced = isReduced(row, collection.whole);
  if (isAgainst(row, collection.filters)) return { source, needs: 'nothing' };
  if (!reduced && !collection.isPublic(row, now)) return { source, needs: 'nothing' };
  const unchanged = !full && known[row.id]?.source === source;
  const due = reduced && freshness.isDue(`${collection.name}/${row.id}`);
  if (unchanged && !due) return { source, needs: 'entry' };
  return { source, needs: reduced ? 'record' : 'preparing' };
}

async function askById<Row extends { id: string }, E>(
  id: string,
  { collection, options, ahead, prepare }: Judging<Row, E>,
  listedAs: string | undefined,
): Promise<Verdict<E>> {
  const { now, basis, freshness } = options;
  const found = await ahead.take(id, listedAs);
  freshness.onRead(`${collection.name}/${id}`);
  if (found.kind === 'missing') return { kind: 'missing', id };
  const { good, bad } = judgeRows(collection.name, [found.value], collection.schema);
  const [row] = good;
  if (!row) return { kind: 'bad', bad: bad.map((one) => ({ ...one, id })) };
  if (!collection.isPublic(row, now)) return { kind: 'private' };
  const source = listedAs ?? digestOf([basis, row]);
  return { kind: 'fresh', id, source, prepared: await prepare(row) };
}
