interface Item {
  id?: string | null | undefined;
}

/**
 * The items with the lowest ids, in their original order. Items without an id count as last.
 * @param most maximum number of items
 */
export function firstById<T extends Item>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  const first = new Set(items.toSorted(byId).slice(0, most));
  return items.filter((item) => first.has(item));
}

function byId({ id: a }: Item, { id: b }: Item): number {
  if (a === b) return 0;
  if (!a || !b) return a ? -1 : 1;
  return a < b ? -1 : 1;
}
