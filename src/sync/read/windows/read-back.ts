import type { Walk } from '../../../client/walk.ts';
import type { WindowReader } from './read-window.ts';
import type { ListFilters } from './refs.ts';

/**
 * Whether the API's time bounds work for a list. Also used when the list is read by project or
 * label.
 */
type TimeBounds = ReturnType<typeof createBounds>;

/** Maximum number of windows, enough for 100,000 rows. */
const maxWindows = 150;

export function createBounds() {
  return {
    /** True until a window proves that the bounds do not work. */
    areTrusted: true,
    /** Whether any result relies on time bounds. */
    areUsed: false,
    /** How many more windows may be read, even if the API always returns more rows. */
    windowsLeft: maxWindows,
  };
}

/**
 * Reads the rows that match filters, as far back as possible. Returns the time before which rows may
 * be missing; undefined if the list is complete.
 */
export type ReadBack = (filters: ListFilters, from: number) => Promise<number | undefined>;

/** The value for a window without a bound. Bounds are in milliseconds since 1970. */
export const noBound = Number.POSITIVE_INFINITY;

/**
 * Reads a list window by window, each starting where the last ended. If the API refuses a time
 * bound or does not obey it, lists are read without bounds from then on.
 * @param from time bound of the first window, because newer rows are already known. Ignored if no
 * known row was created in the millisecond before, because only such a row can show that the API
 * obeys the bound
 */
export async function readBack(
  reader: WindowReader,
  bounds: TimeBounds,
  filters: ListFilters,
  from: number,
): Promise<number | undefined> {
  let before = reader.idsAt(filters, from - 1).size > 0 ? from : noBound;
  let incomplete: number | undefined;
  for (; bounds.areTrusted; bounds.windowsLeft -= 1) {
    const repeatedIds = reader.idsAt(filters, before - 1);
    const walk = await reader.read(filters, before);
    if (before === noBound && walk.state !== 'full') return undefined;
    const next = nextWindow({ ...walk, before, repeatedIds });
    if (next.kind === 'untrusted') break;
    bounds.areUsed = true;
    if (next.kind === 'crowded') incomplete ??= before;
    if (next.kind === 'none') return incomplete;
    // The limit of windows is reached, so rows before this window's bound may be missing.
    if (bounds.windowsLeft === 0) return incomplete ?? before;
    before = next.before;
  }
  bounds.areTrusted = false;
  const walk = await reader.read(filters, noBound);
  return walk.state === 'full' ? noBound : undefined;
}

// The API shows only part of a long list: for each time bound, a window of the newest rows created
// before that time. Each bound is one millisecond above the oldest row of the last window, so that
// the rows of that millisecond appear again. If these rows are missing, or if rows are not sorted
// by creation time, the API does not obey the bound and the window is not trusted.

/** The rows that were created before a time, as far as the API shows them. */
export interface Window {
  /** The time bound, in milliseconds since 1970; `Infinity` without a bound. */
  before: number;
  /** The rows, in the list's order. */
  rows: readonly CreatedRow[];
  /** `full` if the list has more rows than the API shows. */
  state: Walk<unknown>['state'];
  /**
   * Ids of rows that must appear again, because they were created in the last millisecond before
   * the bound and an earlier window had them.
   */
  repeatedIds: ReadonlySet<string>;
}

interface CreatedRow {
  id?: string | undefined;
  /** Milliseconds since 1970; undefined if the row has no valid time or cannot be read. */
  created?: number | undefined;
}

type NextWindow =
  /** There are no older rows. */
  | { kind: 'none' }
  | { kind: 'older'; before: number }
  /**
   * The window is full, and all its rows were created in one millisecond. Further rows of that
   * millisecond cannot be read, so `before` skips them.
   */
  | { kind: 'crowded'; before: number }
  /** The API did not obey the time bound, or the rows are not sorted by time. */
  | { kind: 'untrusted' };

/**
 * Decides where the next window starts. Each bound is lower than the last bound, so that reading
 * ends.
 */
export function nextWindow({ rows, before, state, repeatedIds }: Window): NextWindow {
  if (state === 'unsettled' || !isDescending(rows, before)) return { kind: 'untrusted' };
  const isFull = state === 'full';
  const [newest, oldest] = [rows[0]?.created, rows.at(-1)?.created];
  const isCrowded = isFull && newest === oldest;
  // If more rows were created in one millisecond than a window has, the API may show different rows
  // each time, so only the time of the newest row is checked.
  const hasRepeated =
    isCrowded && repeatedIds.size > 0 ? newest === before - 1 : hasAll(rows, repeatedIds);
  if (!hasRepeated) return { kind: 'untrusted' };
  if (!isFull || oldest === undefined) return { kind: 'none' };
  if (isCrowded) return { kind: 'crowded', before: oldest };
  const hasOldestId = rows.some(({ id, created }) => created === oldest && id !== undefined);
  return hasOldestId ? { kind: 'older', before: oldest + 1 } : { kind: 'untrusted' };
}

function isDescending(rows: Window['rows'], before: number): boolean {
  let last = before - 1;
  return rows.every(({ created = Number.NaN }) => {
    const isNext = created <= last;
    last = created;
    return isNext;
  });
}

function hasAll(rows: Window['rows'], again: Window['repeatedIds']): boolean {
  const ids = new Set(rows.map(({ id }) => id));
  return [...again].every((id) => ids.has(id));
}
