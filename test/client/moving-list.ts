import type { ListPage } from '../../src/client/walk.ts';

export interface MovingList {
  page: ListPage<unknown>;
  /** Number of pages read so far. */
  reads(): number;
}

export const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `row-${from + index}` }));

/**
 * A list in pages as the API serves it, newest first.
 * @param move changes the list before each read; `read` counts from 0
 */
export function listOf(
  list: { id: string }[],
  move: (list: { id: string }[], read: number) => void = () => {},
): MovingList {
  let read = 0;
  return {
    page: async (offset, limit) => {
      if (offset > 1000 || limit > 100) throw new Error('out of the API’s bounds');
      move(list, read);
      read += 1;
      return list.slice(offset, offset + limit);
    },
    reads: () => read,
  };
}
