import type { ApiError } from '../../client/api-error.ts';
import { digestOf } from '../../lib/digest.ts';
import type { Known } from '../../model/content/sync-state.ts';
import type { AssetMemory } from '../assets/memory.ts';
import type { GoodRow } from '../parse/parse-row.ts';
import type { Prepare } from '../prepare/prepare-rows.ts';
import type { Resource } from '../resources.ts';
import type { Freshness } from './freshness.ts';
import type { ReadAhead } from './read-ahead.ts';

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
  resource: Resource<Row, E>;
  prepare: Prepare<Row, E>;
  options: DecideOptions;
  ahead: ReadAhead;
}

/** What a row of a list asks for; `keep`: the entry that is there is still right. */
type Needs = 'skip' | 'keep' | 'prepare' | 'fetch';

export interface JudgedRow {
  /** Digest of all that its entry comes from. */
  source: string;
  needs: Needs;
  /** Its entry comes from the same as when it was prepared. */
  unchanged: boolean;
  /** It is not what the filters asked for, and says so. */
  isAgainst: boolean;
  /** Its record may hold more than its list shows. */
  reduced: boolean;
}

export function judgeRow<Row extends { id: string }, E>(
  good: GoodRow<Row>,
  { resource, options }: Judging<Row, E>,
): JudgedRow {
  const { row } = good;
  const { id } = row;
  const source = sourceOf(good, options);
  const reduced = isReduced(row, resource.detailFields);
  const unchanged = isUnchanged(id, source, options);
  const isAgainst = contradicts(row, resource.filters);
  const answer = (needs: Needs) => ({ source, needs, unchanged, isAgainst, reduced });
  if (isAgainst) return answer('skip');
  if (!reduced && !resource.isPublic(row, options.now)) return answer('skip');
  if (unchanged && !isDue(id, resource.name, reduced, options)) return answer('keep');
  return answer(reduced ? 'fetch' : 'prepare');
}

/** Whether an entry is to be looked at again, although its row is as it was. */
export function isDue(
  id: string,
  name: string,
  reduced: boolean,
  { known, freshness, memory }: DecideOptions,
): boolean {
  const due = reduced && freshness.isDue(`${name}/${id}`);
  return due || lacksWhatMayCome(id, name, { known, memory });
}

export function lacksWhatMayCome(
  id: string,
  name: string,
  { known, memory }: Pick<DecideOptions, 'known' | 'memory'>,
): boolean {
  return known[id]?.incomplete === true && memory.isDue(`${name}/${id}`);
}

/** Whether an entry comes from the same as when it was prepared. */
export function isUnchanged(id: string, source: string, { full, known }: DecideOptions): boolean {
  return !full && Object.hasOwn(known, id) && known[id]?.source === source;
}

/** The digest of all that an entry and its notes come from. */
export function sourceOf<Row>(good: GoodRow<Row>, { inputs }: DecideOptions): string {
  return digestOf([inputs, good.row, ...good.notes]);
}

/** Whether a row says itself that it is not what the filters asked for. */
function contradicts(row: object, filters: Record<string, string>): boolean {
  const fields = row as Record<string, unknown>;
  return Object.entries(filters).some(
    ([name, value]) => fields[name] !== undefined && String(fields[name]) !== value,
  );
}

/** Whether a row of a list lacks what its record by id may hold. */
function isReduced<Row extends { id: string }>(row: Row, detailFields: readonly string[]): boolean {
  const labels = (row as { labels?: { slug?: unknown }[] | null }).labels ?? [];
  return detailFields.some((field) => !(field in row)) || labels.some((label) => !label.slug);
}
