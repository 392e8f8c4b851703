/** What is written of the newest year and the roadmap, and of all years before it together. */
export type Segment = 'current' | 'closed';

/** How many pages a file with what results show has: those that are found are far apart. */
export const pagesOfTexts = 2;

/**
 * Files of the search's index, as paths below the base; beside the pages' (`site/base/urls.ts`), as
 * browsers load these.
 */
export const searchPaths = {
  index: (segment: Segment) => `search/${segment}.json`,
  words: (segment: Segment, shard: number) => `search/${segment}/${shard}.txt`,
  /** Words that others may be meant for. */
  near: (segment: Segment) => `search/${segment}/near.txt`,
  filters: (segment: Segment) => `search/${segment}/filters.json`,
  /** @param group a year, or `roadmap` */
  texts: (group: string, part: number) => `search/${group}/texts-${part}.json`,
} as const;

/** The group of milestones. */
export const roadmapGroup = 'roadmap';
