// Types of `astro:content` for the site's live collections (`src/live.config.ts`). Astro's types of
// these functions are generated in a build, and give lists and whole entries the same type. They
// do not apply, because `env.d.ts` lists this file before them.

declare module 'astro:content' {
  type Rows = import('./collections.ts').Rows;
  type Entries = import('./collections.ts').Entries;

  /** The entries of a collection without their long texts, sorted by id. */
  export function getLiveCollection<K extends keyof Rows>(
    collection: K,
    filter?: import('./collections.ts').Filter<K>,
  ): Promise<import('astro').LiveDataCollectionResult<Rows[K]>>;

  /** A whole entry, by its slug or its id. */
  export function getLiveEntry<K extends keyof Entries>(
    collection: K,
    name: string,
  ): Promise<import('astro').LiveDataEntryResult<Entries[K]>>;
}
