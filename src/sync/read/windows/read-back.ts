import { UnreadableRow } from '../../../client/walk.ts';
import { type NextWindow, nextWindow, type Window } from './next-window.ts';
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
 * How far back a list was read. Rows created before `missingBefore` may be missing; undefined if
 * the list is complete.
 */
export interface Reach {
  missingBefore: number | undefined;
}

/** Reads the rows that match filters, as far back as possible. */
export type ReadBack = (filters: ListFilters, from: number) => Promise<Reach>;

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
): Promise<Reach> {
  const start = reader.idsAt(filters, from - 1).size > 0 ? from : noBound;
  const reach = bounds.areTrusted ? await readWindows(reader, bounds, filters, start) : undefined;
  if (reach) return reach;
  bounds.areTrusted = false;
  const walk = await reader.read(filters, noBound);
  return { missingBefore: walk?.state === 'full' ? noBound : undefined };
}

/** Reads windows until there are no older rows; undefined if a window cannot be trusted. */
async function readWindows(
  reader: WindowReader,
  bounds: TimeBounds,
  filters: ListFilters,
  from: number,
): Promise<Reach | undefined> {
  let before = from;
  let incomplete: number | undefined;
  for (; ; bounds.windowsLeft -= 1) {
    const repeatedIds = reader.idsAt(filters, before - 1);
    const walk = await reader.read(filters, before);
    if (before === noBound && walk?.state !== 'full') return { missingBefore: undefined };
    const next = findNextWindow(walk, { before, repeatedIds });
    if (next.kind === 'untrusted') return undefined;
    bounds.areUsed = true;
    if (next.kind === 'crowded') incomplete ??= before;
    if (next.kind === 'none') return { missingBefore: incomplete };
    // The limit of windows is reached, so rows before this window's bound may be missing.
    if (bounds.windowsLeft === 0) return { missingBefore: incomplete ?? before };
    before = next.before;
  }
}

function findNextWindow(
  walk: Awaited<ReturnType<WindowReader['read']>>,
  requested: Pick<Window, 'before' | 'repeatedIds'>,
): NextWindow {
  if (!walk || walk.state === 'unsettled') return { kind: 'untrusted' };
  const rows = walk.rows.map((row) => (row instanceof UnreadableRow ? {} : row));
  return nextWindow({ ...requested, rows, isFull: walk.state === 'full' });
}
