/**
 * Decides whether the items of a collection that are missing from its new version are removed. The
 * removal of all of them is withheld until a person confirms it if it looks accidental: if it would
 * remove the whole collection, or more than 5 items and more than a tenth of the collection.
 */
export function guardRemovals(missing: string[], size: number, allowAll: boolean) {
  const suspicious = missing.length > Math.max(5, size / 10) || missing.length === size;
  if (suspicious && !allowAll) return { removed: [], withheld: missing };
  return { removed: missing, withheld: [] };
}
