import { UnreadableRow } from '../../../client/walk.ts';
import { type NextWindow, nextWindow, type Window } from './next-window.ts';
import type { Filters, ReadWindow } from './read-window.ts';

type Asked = Pick<Window, 'before' | 'again'>;

/** How much the API's bounds in time are good for, in one list and whatever it is split by. */
export interface Bounds {
  /** Until a window shows otherwise. */
  areTrusted: boolean;
  /** Whether something counts as complete because of them. */
  areUsed: boolean;
  /** Windows that may be asked for with one: an API that goes on for ever is not read for ever. */
  left: number;
}

/** For 100,000 rows and more. */
const mostWindows = 150;

export function createBounds(): Bounds {
  return { areTrusted: true, areUsed: false, left: mostWindows };
}

/** How far a list was read: something that was created before this may be missing, or nothing. */
export interface Reach {
  missingBefore: number | undefined;
}

/** Reads what filters let through, as far back as it goes or as it can be trusted. */
export type ReadBack = (filters: Filters, from: number) => Promise<Reach>;

/** Instants are in milliseconds since 1970. */
export const noBound = Number.POSITIVE_INFINITY;

/**
 * Reads a list window by window, each from where the one before ended. What is refused or does not
 * fit is read as if there were no bounds, from then on everywhere.
 * @param from what was created then or later needs not be read
 */
export async function readBack(
  read: ReadWindow,
  bounds: Bounds,
  filters: Filters,
  from: number,
): Promise<Reach> {
  const reach = bounds.areTrusted ? await goBack(read, bounds, filters, from) : undefined;
  if (reach) return reach;
  bounds.areTrusted = false;
  const walk = await read(filters, noBound);
  return { missingBefore: walk?.state === 'full' ? noBound : undefined };
}

/** Undefined where a window turns up that cannot be trusted. */
async function goBack(
  read: ReadWindow,
  bounds: Bounds,
  filters: Filters,
  from: number,
): Promise<Reach | undefined> {
  let asked: Asked = { before: from, again: new Set() };
  let crowded: number | undefined;
  for (; ; bounds.left -= 1) {
    const walk = await read(filters, asked.before);
    if (asked.before === noBound && walk?.state !== 'full') return { missingBefore: undefined };
    const next = judge(walk, asked);
    if (next.kind === 'untrusted') return undefined;
    bounds.areUsed = true;
    if (next.kind === 'crowded') crowded ??= asked.before;
    if (next.kind === 'none') return { missingBefore: crowded };
    if (bounds.left === 0) return { missingBefore: crowded ?? next.before };
    asked = next;
  }
}

function judge(walk: Awaited<ReturnType<ReadWindow>>, asked: Asked): NextWindow {
  if (!walk || walk.state === 'unsettled') return { kind: 'untrusted' };
  const rows = walk.rows.map((row) => (row instanceof UnreadableRow ? {} : row));
  return nextWindow({ ...asked, rows, isFull: walk.state === 'full' });
}
