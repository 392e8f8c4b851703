// A window is the part of a list that the API shows for one time bound. This decides where the next
// window starts: one millisecond above the oldest row, so that the rows of that millisecond are
// repeated. A window without them is not the one that was requested. A window that is not sorted by
// creation time is never trusted, because the rows after it could not be reached by time.

/** Rows of a list that were created before an instant, as far as the API shows them. */
export interface Window {
  /** The time bound in milliseconds since 1970; infinite if there is none. */
  before: number;
  /** The rows, in the list's order. */
  rows: readonly CreatedRow[];
  /** Whether the list has more rows than the API shows. */
  isFull: boolean;
  /** Ids of rows seen before that were created in the last millisecond before the bound. */
  repeatedIds: ReadonlySet<string>;
}

interface CreatedRow {
  id?: string | undefined;
  /** Milliseconds since 1970; undefined where the row has no valid time. */
  created?: number | undefined;
}

export type NextWindow =
  /** There are no older rows. */
  | { kind: 'none' }
  | { kind: 'older'; before: number }
  /**
   * The window is full, and all its rows are of one millisecond. `before` skips the other rows of
   * that millisecond.
   */
  | { kind: 'crowded'; before: number }
  /** The window is not the requested one, or is not sorted by time. */
  | { kind: 'untrusted' };

/**
 * Decides where the next window starts. Its bound is always below this window's, so that reading
 * ends.
 */
export function nextWindow({ rows, before, isFull, repeatedIds }: Window): NextWindow {
  if (!isDescending(rows, before)) return { kind: 'untrusted' };
  const [newest, oldest] = [rows[0]?.created, rows.at(-1)?.created];
  const isCrowded = isFull && newest === oldest;
  // If a millisecond has more rows than a window, the API may show different ones each time.
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
