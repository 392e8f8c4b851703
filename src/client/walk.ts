import { limits } from '../model/limits.ts';

export type Page = (offset: number, limit: number) => Promise<unknown[]>;

/** Told of the rows of the first pass as they come, before it is known that they stay. */
export type OnRow = (row: unknown) => void;

export interface Walk {
  rows: unknown[];
  /**
   * `complete`: two passes agreed and the list ended within reach.
   * `full`: the list goes on beyond the last offset that may be asked for.
   * `unsettled`: the list kept moving; no two passes agreed.
   */
  state: 'complete' | 'full' | 'unsettled';
}

const mostPasses = 6;

/**
 * Reads a list by offset until two passes in a row agree on its ordered ids: paging by offset
 * loses rows when the list moves under it (specification, "Limits": offset 0–1000, limit 1–100).
 */
export async function walk(page: Page, onRow: OnRow = () => {}): Promise<Walk> {
  const seen = new Map<string, unknown>();
  let before: string[] | undefined;
  for (let passes = 0; passes < mostPasses; passes += 1) {
    const { rows, full } = await pass(page, passes === 0 ? onRow : () => {});
    const keys = rows.map(key);
    if (before && isEqual(before, keys)) return { rows, state: full ? 'full' : 'complete' };
    for (const [index, row] of rows.entries()) seen.set(keys[index] ?? '', row);
    before = keys;
  }
  return { rows: [...seen.values()], state: 'unsettled' };
}

/** Moves on by the rows received; a page at the last offset that is as long as any means "full". */
async function pass(page: Page, onRow: OnRow): Promise<{ rows: unknown[]; full: boolean }> {
  const rows: unknown[] = [];
  let longest = 1;
  for (;;) {
    const offset = Math.min(rows.length, limits.offset);
    const got = await page(offset, limits.limit);
    const fresh = got.slice(rows.length - offset);
    rows.push(...fresh);
    fresh.forEach(onRow);
    if (got.length === 0) return { rows, full: false };
    if (offset === limits.offset) return { rows, full: got.length >= longest };
    longest = Math.max(longest, got.length);
  }
}

function isEqual(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

/** Rows without a usable id have only their place; they will be put aside anyway. */
function key(row: unknown, index: number): string {
  const id = (row as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? `id ${id}` : `row ${index}`;
}
