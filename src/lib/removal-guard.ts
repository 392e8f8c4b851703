/** Removals of a collection that happen, and those withheld until a person confirms them. */
export interface Guarded {
  removed: string[];
  withheld: string[];
}

/**
 * Withholds removals that look accidental: more than 5 and over a tenth of the collection, or all
 * of it.
 */
export function guardRemovals(missing: string[], size: number, allowAll: boolean): Guarded {
  const suspicious = missing.length > Math.max(5, size / 10) || missing.length === size;
  if (missing.length > 0 && suspicious && !allowAll) return { removed: [], withheld: missing };
  return { removed: missing, withheld: [] };
}
