type Entry = { id: string; data: unknown };

/** The rows of each collection by id, in the form that Astro's `getCollection` expects. */
export const collections = new Map<string, Map<string, Entry>>();

/** Replaces the rows of a collection, and sorts them as Astro does. */
export function fillCollection(name: string, rows: readonly { id: string }[]): void {
  const sorted = rows.toSorted((one, other) => one.id.localeCompare(other.id));
  collections.set(name, new Map(sorted.map((data) => [data.id, { id: data.id, data }])));
}
