import { isDeepStrictEqual } from 'node:util';
import { limits } from '../model/limits.ts';
import type { ApiError } from './api-error.ts';

export type ListPage<Row> = (offset: number, limit: number) => Promise<Row[] | TooLarge>;

/** Returned instead of a page whose answer is too large to read. */
export class TooLarge {
  readonly error: ApiError;

  constructor(error: ApiError) {
    this.error = error;
  }
}

/** Placeholder for a row that is too large to read on its own. */
export class UnreadableRow {
  readonly why: string;
  /** Undefined if unknown. */
  readonly id: string | undefined;

  constructor({ message }: ApiError, id?: string) {
    this.why = message;
    this.id = id;
  }
}

export interface Walk<Row> {
  rows: (Row | UnreadableRow)[];
  /**
   * `complete`: two passes agreed, and the list ended within reach. `full`: the list has rows
   * beyond the last allowed offset. `unsettled`: the list kept changing, so no two passes agreed.
   */
  state: 'complete' | 'full' | 'unsettled';
}

const maxPasses = 6;

/** Maximum of unreadable rows in a pass. With more, the answer is probably not a list. */
const maxUnreadable = 10;

/**
 * Reads a list by offset until two passes in a row agree on its ordered ids: paging by offset
 * loses rows when the list moves under it (docs/api.md, "Limits": offset 0–1000, limit 1–100).
 */
export async function walk<Row>(page: ListPage<Row>): Promise<Walk<Row>> {
  const seen = new Map<string, Row | UnreadableRow>();
  let before: string[] | undefined;
  for (let passes = 0; passes < maxPasses; passes += 1) {
    const { rows, full } = await pass(page);
    const keys = rows.map(key);
    if (isDeepStrictEqual(before, keys)) return { rows, state: full ? 'full' : 'complete' };
    for (const [index, row] of rows.entries()) seen.set(keys[index] ?? '', row);
    before = keys;
  }
  return { rows: [...seen.values()], state: 'unsettled' };
}

/**
 * Advances by the rows received. A page at the last offset that is as long as any other means
 * "full".
 */
async function pass<Row>(
  page: ListPage<Row>,
): Promise<{ rows: (Row | UnreadableRow)[]; full: boolean }> {
  const rows: (Row | UnreadableRow)[] = [];
  let [longest, limit, unreadable] = [1, limits.limit as number, 0];
  for (;;) {
    const offset = Math.min(rows.length, limits.offset);
    const { received, requested, tooLarge } = await rowsFrom(page, offset, limit);
    if (tooLarge) unreadable += 1;
    if (tooLarge && unreadable > maxUnreadable) throw tooLarge.error;
    rows.push(...received.slice(rows.length - offset));
    if (received.length === 0) return { rows, full: false };
    if (offset === limits.offset)
      return { rows, full: received.length >= Math.min(longest, requested) };
    longest = Math.max(longest, received.length);
    // Grows again only after a page that succeeded at once: its neighbours may be as large.
    limit = requested < limit ? requested : Math.min(limits.limit, requested * 2);
  }
}

interface Rows<Row> {
  received: (Row | UnreadableRow)[];
  /** The requested number of rows. */
  requested: number;
  /** Set if the first row alone is too large, and so became a placeholder. */
  tooLarge?: TooLarge;
}

/** Rows from an offset on. Halves the page size while the answer is too large. */
async function rowsFrom<Row>(
  page: ListPage<Row>,
  offset: number,
  most: number,
): Promise<Rows<Row>> {
  for (let requested = most; ; requested = Math.floor(requested / 2)) {
    const received = await page(offset, requested);
    if (!(received instanceof TooLarge)) return { received, requested };
    if (requested === 1)
      return { received: [new UnreadableRow(received.error)], requested, tooLarge: received };
  }
}

/** Rows without a usable id are identified by position; they are rejected later. */
function key(row: unknown, index: number): string {
  const id = (row as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? `id ${id}` : `row ${index}`;
}
