/**
 * Parts of the index. `current` has the roadmap and the releases that were first seen last;
 * `closed` has all earlier releases.
 */
export type Segment = 'current' | 'closed';

/**
 * Releases move to the closed segment in batches of this size. Each move changes all files of that
 * segment, so it must be rare.
 */
const closedStep = 1024;

/** Returns how many of `count` releases are in the closed segment. */
export function closedReleases(count: number, step = closedStep): number {
  return Math.max(0, Math.floor((count - 1) / step) * step);
}

export function segmentsOf(releases: number): Segment[] {
  return closedReleases(releases) > 0 ? ['current', 'closed'] : ['current'];
}

/**
 * Pages per file of texts. The number is small, because pages that match the same query are rarely
 * in the same file.
 */
export const pagesOfTexts = 2;

/**
 * Files of the index, as paths below the site's base path. They are not in `urls.ts`, because
 * browsers load this module.
 */
export const searchPaths = {
  index: (segment: Segment) => `search/${segment}.json`,
  words: (segment: Segment, shard: number) => `search/${segment}/${shard}.txt`,
  /** Candidates for misspelt words. */
  near: (segment: Segment) => `search/${segment}/near.txt`,
  filters: (segment: Segment) => `search/${segment}/filters.json`,
  /** @param group a year, or `roadmap` */
  texts: (group: string, part: number) => `search/${group}/texts-${part}.json`,
} as const;

/** Name of the group that contains the milestones. */
export const roadmapGroup = 'roadmap';
