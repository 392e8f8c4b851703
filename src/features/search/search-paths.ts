/**
 * Files of the search's index, as paths below the base; beside the pages' (`site/base/urls.ts`), as
 * browsers load these.
 */
export const searchPaths = {
  /** Of the current year, or of all closed ones. */
  index: (segment: string) => `search/${segment}.json`,
  closed: (shard: number) => `search/closed/${shard}.txt`,
  words: (year: string, shard: number) => `search/${year}/${shard}.txt`,
  places: (year: string) => `search/${year}/places.json`,
  filters: (year: string) => `search/${year}/filters.json`,
  texts: (year: string, part: number) => `search/${year}/texts-${part}.json`,
} as const;
