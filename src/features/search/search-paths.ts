/** What is written of the newest year and the roadmap, and of all years before it together. */
export type Segment = 'current' | 'closed';

/** Pages in a file of texts; few, as the pages of a result are far apart. */
export const pagesOfTexts = 2;

/** Files of the index, as paths below the base. Browsers load this, so it is not in `urls.ts`. */
export const searchPaths = {
  index: (segment: Segment) => `search/${segment}.json`,
  words: (segment: Segment, shard: number) => `search/${segment}/${shard}.txt`,
  /** Candidates for misspelt words. */
  near: (segment: Segment) => `search/${segment}/near.txt`,
  filters: (segment: Segment) => `search/${segment}/filters.json`,
  /** @param group a year, or `roadmap` */
  texts: (group: string, part: number) => `search/${group}/texts-${part}.json`,
} as const;

/** The group of milestones. */
export const roadmapGroup = 'roadmap';
