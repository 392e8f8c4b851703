// Takes one window of a list; decides where the next one starts. It starts one millisecond above
// the oldest row, so that rows of that millisecond are repeated: a window without them is not the
// one that was requested. A window that is not sorted by creation time is never trusted, as rows
// behind it could not be reached by time.

/** Rows of a list that were created before an instant, as far as the API shows them. */
export interface Window {
  /** Milliseconds since 1970; infinite without a bound. */
  before: number;
  /** In the list's order. */
  rows: readonly CreatedRow[];
  /** The list has more rows behind these. */
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
  /** There is nothing behind it. */
  | { kind: 'none' }
  | { kind: 'older'; before: number }
  /** The window is full of rows of one millisecond. `before` skips the rest of them. */
  | { kind: 'crowded'; before: number }
  /** Not the requested window, or not sorted by time. */
  | { kind: 'untrusted' };

/** The next bound is always below this window's, so that reading ends. */
export function nextWindow({ rows, before, isFull, repeatedIds }: Window): NextWindow {
  if (!isDescending(rows, before)) return { kind: 'untrusted' };
  const [newest, oldest] = [rows[0]?.created, rows.at(-1)?.created];
  const isCrowded = isFull && newest === oldest;
  // The API may show different rows of a crowded millisecond each time.
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
