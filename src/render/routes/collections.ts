type Entry = { id: string; data: unknown };

/** The rows of each collection by id, as Astro's `getCollection` finds them in a renderer. */
export const collections = new Map<string, Map<string, Entry>>();

/** Puts rows in the place of those of a collection, in the order in which Astro keeps them. */
export function fillCollection(name: string, rows: readonly { id: string }[]): void {
  const sorted = rows.toSorted((one, other) => one.id.localeCompare(other.id));
  collections.set(name, new Map(sorted.map((data) => [data.id, { id: data.id, data }])));
}
