// The API shows only part of a long list: for each time bound, a window of the newest rows created
// before that time. Each bound is one millisecond above the oldest row of the last window, so that
// the rows of that millisecond appear again. If these rows are missing, or if rows are not sorted
// by creation time, the API does not obey the bound and the window is not trusted.

/** The rows that were created before a time, as far as the API shows them. */
export interface Window {
  /** The time bound in milliseconds since 1970; infinite if there is none. */
  before: number;
  /** The rows, in the list's order. */
  rows: readonly CreatedRow[];
  /** Whether the list has more rows than the API shows. */
  isFull: boolean;
  /**
   * Ids of rows that must appear again, because they were created in the last millisecond before
   * the bound and an earlier window had them.
   */
  repeatedIds: ReadonlySet<string>;
}

interface CreatedRow {
  id?: string | undefined;
  /** Milliseconds since 1970; undefined if the row has no valid time. */
  created?: number | undefined;
}

export type NextWindow =
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
export function nextWindow({ rows, before, isFull, repeatedIds }: Window): NextWindow {
  if (!isDescending(rows, before)) return { kind: 'untrusted' };
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
