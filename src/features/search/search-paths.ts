/** Parts of the index: the releases that came last with the roadmap, and all releases before. */
export type Segment = 'current' | 'closed';

/** A segment closes with this many releases. That changes all its files, so it has to be rare. */
const closedStep = 1024;

/** How many of all releases are in the closed segment. */
export function closedReleases(count: number, step = closedStep): number {
  return Math.max(0, Math.floor((count - 1) / step) * step);
}

export function segmentsOf(releases: number): Segment[] {
  return closedReleases(releases) > 0 ? ['current', 'closed'] : ['current'];
}

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
