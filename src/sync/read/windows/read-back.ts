import { UnreadableRow } from '../../../client/walk.ts';
import { type NextWindow, nextWindow, type Window } from './next-window.ts';
import type { WindowReader } from './read-window.ts';
import type { ListFilters } from './refs.ts';

/** How much the API's bounds in time are good for, in one list and whatever it is split by. */
export interface TimeBounds {
  /** Until a window shows otherwise. */
  areTrusted: boolean;
  /** Whether something counts as complete because of them. */
  areUsed: boolean;
  /** Windows that may be asked for with one: an API that goes on for ever is not read for ever. */
  left: number;
}

/** For 100,000 rows and more. */
const mostWindows = 150;

export function createBounds(): TimeBounds {
  return { areTrusted: true, areUsed: false, left: mostWindows };
}

/** How far a list was read: something that was created before this may be missing, or nothing. */
export interface Reach {
  missingBefore: number | undefined;
}

/** Reads what filters let through, as far back as it goes or as it can be trusted. */
export type ReadBack = (filters: ListFilters, from: number) => Promise<Reach>;

/** Instants are in milliseconds since 1970. */
export const noBound = Number.POSITIVE_INFINITY;

/**
 * Reads a list window by window, each from where the one before ended. What is refused or does not
 * fit is read as if there were no bounds, from then on everywhere.
 * @param from what was created then or later needs not be read; it is where nothing that was seen
 * would tell whether the API goes on from there
 */
export async function readBack(
  reader: WindowReader,
  bounds: TimeBounds,
  filters: ListFilters,
  from: number,
): Promise<Reach> {
  const start = reader.idsAt(filters, from - 1).size > 0 ? from : noBound;
  const reach = bounds.areTrusted ? await goBack(reader, bounds, filters, start) : undefined;
  if (reach) return reach;
  bounds.areTrusted = false;
  const walk = await reader.read(filters, noBound);
  return { missingBefore: walk?.state === 'full' ? noBound : undefined };
}

/** Undefined where a window turns up that cannot be trusted. */
async function goBack(
  reader: WindowReader,
  bounds: TimeBounds,
  filters: ListFilters,
  from: number,
): Promise<Reach | undefined> {
  let before = from;
  let incomplete: number | undefined;
  for (; ; bounds.left -= 1) {
    const again = reader.idsAt(filters, before - 1);
    const walk = await reader.read(filters, before);
    if (before === noBound && walk?.state !== 'full') return { missingBefore: undefined };
    const next = judge(walk, { before, again });
    if (next.kind === 'untrusted') return undefined;
    bounds.areUsed = true;
    if (next.kind === 'crowded') incomplete ??= before;
    if (next.kind === 'none') return { missingBefore: incomplete };
    // Only this window's bound was seen to be obeyed.
    if (bounds.left === 0) return { missingBefore: incomplete ?? before };
    before = next.before;
  }
}

function judge(
  walk: Awaited<ReturnType<WindowReader['read']>>,
  asked: Pick<Window, 'before' | 'again'>,
): NextWindow {
  if (!walk || walk.state === 'unsettled') return { kind: 'untrusted' };
  const rows = walk.rows.map((row) => (row instanceof UnreadableRow ? {} : row));
  return nextWindow({ ...asked, rows, isFull: walk.state === 'full' });
}
