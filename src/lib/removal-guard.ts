/**
 * The missing items of a collection: items to remove, and items whose removal is withheld until a
 * person confirms it.
 */
export interface Guarded {
  removed: string[];
  withheld: string[];
}

/**
 * Withholds removals that look accidental: if all items of a collection would be removed, or more
 * than 5 items and more than a tenth of the collection.
 */
export function guardRemovals(missing: string[], size: number, allowAll: boolean): Guarded {
  const suspicious = missing.length > Math.max(5, size / 10) || missing.length === size;
  if (missing.length > 0 && suspicious && !allowAll) return { removed: [], withheld: missing };
  return { removed: missing, withheld: [] };
}
