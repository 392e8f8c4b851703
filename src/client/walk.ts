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

/** Placeholder for a row that is too large to read even as the only row of a page. */
export class UnreadableRow {
  readonly why: string;
  /** Id of the row; undefined if unknown. */
  readonly id: string | undefined;

  constructor({ message }: ApiError, id?: string) {
    this.why = message;
    this.id = id;
  }
}

export interface Walk<Row> {
  rows: (Row | UnreadableRow)[];
  /**
   * `complete`: two passes in a row were equal and reached the end of the list. `full`: two passes
   * were equal, but the list has rows beyond the last allowed offset. `unsettled`: the list kept
   * changing, so no two passes were equal.
   */
  state: 'complete' | 'full' | 'unsettled';
}

const maxPasses = 6;

/**
 * Maximum number of unreadable rows in a pass. If there are more, the answer is probably not a
 * list.
 */
const maxUnreadable = 10;

/**
 * Reads a list by offset until two passes in a row return the same ids in the same order. A single
 * pass could miss rows if the list changes during the pass (docs/api.md, "Limits": offset 0–1000,
 * limit 1–100).
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
 * Reads the list once, page by page. If the page at the last allowed offset is not shorter than
 * earlier pages, the list is assumed to have more rows (`full`).
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
    // After the page size was reduced, the next page keeps the reduced size, because large rows may
    // be adjacent. Then the size doubles with each page.
    limit = requested < limit ? requested : Math.min(limits.limit, requested * 2);
  }
}

interface Rows<Row> {
  received: (Row | UnreadableRow)[];
  /** The page size of the request that succeeded. */
  requested: number;
  /**
   * Set if the first row is too large even as the only row of a page. `received` then contains a
   * placeholder.
   */
  tooLarge?: TooLarge;
}

/** Reads rows from an offset. Halves the page size while the answer is too large. */
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

/**
 * Identifies a row by its id. A row without a usable id is identified by its position, and rejected
 * later.
 */
function key(row: unknown, index: number): string {
  const id = (row as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? `id ${id}` : `row ${index}`;
}
