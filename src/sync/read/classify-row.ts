import type { ApiError } from '../../client/api-error.ts';
import { digestOf } from '../../lib/digest.ts';
import type { KnownEntries } from '../../model/content/sync-state.ts';
import type { Decision } from './decisions.ts';
import type { Freshness } from './freshness.ts';
import type { GateClock } from './gate.ts';
import type { GoodRow } from './parse/parse-rows.ts';
import type { Prepare } from './prepared-entry.ts';
import type { ReadAhead } from './read-ahead.ts';
import type { Resource } from './resources.ts';

/** What is needed to decide about the rows of all lists. */
export interface CommonContext extends GateClock {
  /** Whether the rows are from an API, so that private rows must not be named. */
  isOfApi: boolean;
  /** Whether to read every record and prepare every entry again. */
  full: boolean;
  freshness: Freshness;
  /** Knows whether missing pictures or files of an entry are to be requested again. */
  memory: { isDue(entry: string): boolean };
}

/** What is needed to decide about the rows of one list. */
export interface DecideContext<Row extends { id: string }, E> extends CommonContext {
  resource: Resource<Row>;
  prepare: Prepare<Row, E>;
  ahead: ReadAhead;
  /** Entries in the content folder, by id. */
  known: KnownEntries;
  /**
   * All inputs, except rows, that affect how entries are prepared: for example, options. If one of
   * them changes, all entries are prepared again.
   */
  inputs: unknown;
  /** Called for each new record that cannot be read; throwing aborts the sync. */
  onUnreadable: (error: ApiError) => void;
}

/** The decision about a row of a list, or what has to be done before it. */
export type ClassifiedRow<Row> =
  | Extract<Decision<never>, { kind: 'bad' }>
  | (Extract<Decision<never>, { kind: 'private' }> & { isMismatch?: boolean })
  | PublicRow<Row>;

type PublicRow<Row> = {
  id: string;
  source: string;
  reduced: boolean;
  /**
   * Whether all parts of the row are valid. An incomplete row is parsed at every sync, so that its
   * problems are reported again.
   */
  isComplete: boolean;
} & (
  | { kind: 'fresh' }
  | { kind: 'prepare'; good: GoodRow<Row>; isUnchanged: boolean }
  | { kind: 'fetch'; row: Row }
);

export function classifyRow<Row extends { id: string }, E>(
  good: GoodRow<Row>,
  context: DecideContext<Row, E>,
): ClassifiedRow<Row> {
  const { row } = good;
  const { id } = row;
  const { resource } = context;
  const source = digestSource(good, context);
  const reduced = lacksDetails(row, resource.detailFields);
  if (contradictsFilters(row, resource.filters)) return { kind: 'private', id, isMismatch: true };
  if (!reduced && !resource.isPublic(row, context))
    return { kind: 'private', id, later: resource.describeLater?.(row, context) };
  // Whether the current entry was prepared from the same input.
  const isUnchanged = hasSameSource(id, source, context);
  const listed = { id, source, reduced, isComplete: good.notes.length === 0 };
  if (isUnchanged && !isDue(id, reduced, context)) return { ...listed, kind: 'fresh' };
  return reduced
    ? { ...listed, kind: 'fetch', row }
    : { ...listed, kind: 'prepare', good, isUnchanged };
}

/** Whether an entry must be prepared or its record read by id, although its row is unchanged. */
export function isDue(id: string, reduced: boolean, context: AnyContext): boolean {
  const due = reduced && context.freshness.isDue(`${context.resource.name}/${id}`);
  return due || hasAssetsDue(id, context);
}

export function hasAssetsDue(id: string, { known, memory, resource }: AnyContext): boolean {
  return known.get(id)?.incomplete === true && memory.isDue(`${resource.name}/${id}`);
}

export function hasSameSource(id: string, source: string, { full, known }: AnyContext): boolean {
  return !full && known.get(id)?.source === source;
}

/** Digest of everything that an entry and its notes are made from. */
export function digestSource<Row>(good: GoodRow<Row>, { inputs }: { inputs: unknown }): string {
  return digestOf([inputs, good.row, ...good.notes]);
}

/** The parts of a context that do not depend on the type of the row. */
type AnyContext = Pick<DecideContext<never, unknown>, 'full' | 'known' | 'freshness' | 'memory'> & {
  resource: Pick<Resource<never>, 'name'>;
};

/** Whether a field of the row contradicts the requested filters. */
function contradictsFilters(row: object, filters: Record<string, string>): boolean {
  const fields = row as Record<string, unknown>;
  return Object.entries(filters).some(
    ([name, value]) => fields[name] !== undefined && String(fields[name]) !== value,
  );
}

/** Whether a row of a list lacks fields that the record may have. */
function lacksDetails<Row extends { id: string }>(
  row: Row,
  detailFields: readonly string[],
): boolean {
  const labels = (row as { labels?: { slug?: unknown }[] | null }).labels ?? [];
  return detailFields.some((field) => !(field in row)) || labels.some((label) => !label.slug);
}
