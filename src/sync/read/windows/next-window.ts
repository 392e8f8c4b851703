// Takes what one window of a list showed; says from where everything behind it can be asked for.
// Asks from one millisecond above the oldest row, so that the rows of that millisecond come again:
// a window without them is not the one that was asked for.
// Never trusts a window in any other order than that of its rows' creation: behind it lies what is
// newer as well, and no bound leads there.

/** What can be read of those rows of a list that were created before an instant. */
export interface Window {
  /** In milliseconds since 1970; infinite where no bound was asked for. */
  before: number;
  /** In the list's order. */
  rows: readonly CreatedRow[];
  /** The list goes on behind them. */
  isFull: boolean;
  /** Ids of what was seen before, created in the last millisecond before the bound. */
  again: ReadonlySet<string>;
}

interface CreatedRow {
  id?: string | undefined;
  /** In milliseconds since 1970; undefined where a row does not tell. */
  created?: number | undefined;
}

export type NextWindow =
  /** There is nothing behind it. */
  | { kind: 'none' }
  | { kind: 'older'; before: number }
  /** It shows one millisecond alone, and not all of that: `before` leads past the rest. */
  | { kind: 'crowded'; before: number }
  /** It is not what was asked for, or in another order. */
  | { kind: 'untrusted' };

/** Whatever comes of it, a next bound lies before the one of this window. */
export function nextWindow({ rows, before, isFull, again }: Window): NextWindow {
  if (!isDescending(rows, before)) return { kind: 'untrusted' };
  const [newest, oldest] = [rows[0]?.created, rows.at(-1)?.created];
  const isCrowded = isFull && newest === oldest;
  // Of a crowded millisecond the API may show others each time.
  const isAgain = isCrowded && again.size > 0 ? newest === before - 1 : hasAll(rows, again);
  if (!isAgain) return { kind: 'untrusted' };
  if (!isFull || oldest === undefined) return { kind: 'none' };
  if (isCrowded) return { kind: 'crowded', before: oldest };
  const isKnownAgain = rows.some(({ id, created }) => created === oldest && id !== undefined);
  return isKnownAgain ? { kind: 'older', before: oldest + 1 } : { kind: 'untrusted' };
}

function isDescending(rows: Window['rows'], before: number): boolean {
  let last = before - 1;
  return rows.every(({ created = Number.NaN }) => {
    const isNext = created <= last;
    last = created;
    return isNext;
  });
}

function hasAll(rows: Window['rows'], again: Window['again']): boolean {
  const ids = new Set(rows.map(({ id }) => id));
  return [...again].every((id) => ids.has(id));
}
