import type { ApiError } from '../../client/api-error.ts';
import { digestOf } from '../../lib/digest.ts';
import type { Known } from '../../model/content/sync-state.ts';
import type { Freshness } from './freshness.ts';
import type { GateClock } from './gate.ts';
import type { GoodRow } from './parse/parse-rows.ts';
import type { Prepare } from './prepared-entry.ts';
import type { ReadAhead } from './read-ahead.ts';
import type { Resource } from './resources.ts';

export interface DecideOptions extends GateClock {
  /** Entries in the content folder, by id. */
  known: Readonly<Record<string, Known>>;
  /**
   * All inputs, except rows, that affect how entries are prepared: for example, options. If one of
   * them changes, all entries are prepared again.
   */
  inputs: unknown;
  /** Whether to read every record and prepare every entry again. */
  full: boolean;
  freshness: Freshness;
  memory: AssetsDue;
  /** Called for each new record that cannot be read; throwing aborts the sync. */
  onUnreadable: (error: ApiError) => void;
}

/** Whether missing pictures or files of an entry are to be requested again. */
export interface AssetsDue {
  isDue(entry: string): boolean;
}

export interface DecideContext<Row extends { id: string }, E> {
  resource: Resource<Row>;
  prepare: Prepare<Row, E>;
  options: DecideOptions;
  ahead: ReadAhead;
}

/** What to do with a row. `keep` means that the current entry is still valid. */
type RowAction = 'skip' | 'keep' | 'prepare' | 'fetch';

export interface ClassifiedRow {
  source: string;
  action: RowAction;
  isUnchanged: boolean;
  isMismatch: boolean;
  reduced: boolean;
  /** The day from which a skipped row is public. */
  later?: string | undefined;
}

export function classifyRow<Row extends { id: string }, E>(
  good: GoodRow<Row>,
  { resource, options }: DecideContext<Row, E>,
): ClassifiedRow {
  const { row } = good;
  const { id } = row;
  const source = digestSource(good, options);
  const reduced = lacksDetails(row, resource.detailFields);
  // Whether the current entry was prepared from the same input.
  const isUnchanged = hasSameSource(id, source, options);
  const isMismatch = contradictsFilters(row, resource.filters);
  const is = (action: RowAction): ClassifiedRow => {
    return { source, action, isUnchanged, isMismatch, reduced };
  };
  if (isMismatch) return is('skip');
  if (!reduced && !resource.isPublic(row, options))
    return { ...is('skip'), later: resource.laterDay?.(row, options) };
  if (isUnchanged && !isDue(id, resource.name, reduced, options)) return is('keep');
  return is(reduced ? 'fetch' : 'prepare');
}

/** Whether an entry must be prepared or its record read by id, although its row is unchanged. */
export function isDue(
  id: string,
  name: string,
  reduced: boolean,
  { known, freshness, memory }: DecideOptions,
): boolean {
  const due = reduced && freshness.isDue(`${name}/${id}`);
  return due || hasAssetsDue(id, name, { known, memory });
}

export function hasAssetsDue(
  id: string,
  name: string,
  { known, memory }: Pick<DecideOptions, 'known' | 'memory'>,
): boolean {
  return known[id]?.incomplete === true && memory.isDue(`${name}/${id}`);
}

export function hasSameSource(id: string, source: string, { full, known }: DecideOptions): boolean {
  return !full && Object.hasOwn(known, id) && known[id]?.source === source;
}

/** Digest of everything that an entry and its notes are made from. */
export function digestSource<Row>(good: GoodRow<Row>, { inputs }: DecideOptions): string {
  return digestOf([inputs, good.row, ...good.notes]);
}

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
