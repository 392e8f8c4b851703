export interface Page<T> {
  /** Undefined on the first page, which has no number. */
  number: number | undefined;
  items: T[];
  /** Number of the page with older entries. */
  older: number | undefined;
  /** The page with newer entries: its number, or `first`. */
  newer: number | 'first' | undefined;
}

/**
 * Cuts a list, newest first, into pages. The numbers start at the oldest page, so that numbered
 * pages never change. With 20 entries a page, page 1 has the oldest 20, and the first page has the
 * newest 20–39. There are max(0, ⌊N/20⌋ − 1) numbered pages.
 * @param pageSize number of entries on a numbered page
 */
export function paginate<T>(items: readonly T[], pageSize: number): Page<T>[] {
  const numbered = Math.max(0, Math.floor(items.length / pageSize) - 1);
  const first: Page<T> = {
    number: undefined,
    items: items.slice(0, items.length - numbered * pageSize),
    older: numbered || undefined,
    newer: undefined,
  };
  const rest = Array.from({ length: numbered }, (_, index): Page<T> => {
    const number = numbered - index;
    const end = items.length - (number - 1) * pageSize;
    return {
      number,
      items: items.slice(end - pageSize, end),
      older: number > 1 ? number - 1 : undefined,
      newer: number === numbered ? 'first' : number + 1,
    };
  });
  return [first, ...rest];
}
