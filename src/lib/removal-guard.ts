/**
 * Items of a collection that are missing from its new version. They are either removed, or withheld
 * from removal until a person confirms it.
 */
export interface Guarded {
  removed: string[];
  withheld: string[];
}

/**
 * Withholds the removal of all missing items if it looks accidental: if it would remove the whole
 * collection, or more than 5 items and more than a tenth of the collection.
 */
export function guardRemovals(missing: string[], size: number, allowAll: boolean): Guarded {
  const suspicious = missing.length > Math.max(5, size / 10) || missing.length === size;
  if (suspicious && !allowAll) return { removed: [], withheld: missing };
  return { removed: missing, withheld: [] };
}
