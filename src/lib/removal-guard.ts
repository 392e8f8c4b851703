/** Removals of one collection: those that happen, and those withheld for a person to look at. */
export interface Guarded {
  removed: string[];
  withheld: string[];
}

/**
 * Withholds removals that look like an accident: more than 5 and more than a tenth of the
 * collection, or all of it.
 */
export function guardRemovals(missing: string[], size: number, allowAll: boolean): Guarded {
  const suspicious = missing.length > Math.max(5, size / 10) || missing.length === size;
  if (missing.length > 0 && suspicious && !allowAll) return { removed: [], withheld: missing };
  return { removed: missing, withheld: [] };
}
