/**
 * Parts of the index. `current` has the roadmap and the releases that arrived last. Earlier
 * releases are in closed segments of equal size; `closed-0` has the first releases.
 */
export type Segment = 'current' | `closed-${number}`;

/** Number of releases in a closed segment. */
export const closedSize = 1024;

/**
 * Returns how many closed segments readers use. Releases stay in the current segment until all
 * files of their closed segment are written, three with each new release (`search-files.ts`). The
 * 345 files of 1,024 releases need 115 further releases.
 */
export function closedSegments(releases: number, size = closedSize): number {
  return Math.max(0, Math.floor((releases - size / 8) / size));
}

/** All segments that readers use, newest first. */
export function segmentsOf(releases: number, size = closedSize): Segment[] {
  const length = closedSegments(releases, size);
  const closed = Array.from({ length }, (_, n): Segment => `closed-${n}`);
  return ['current', ...closed.reverse()];
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
  /** Later texts of a long page, in several files. @param page number of the page in its group */
  rest: (group: string, page: number, file: number) => `search/${group}/rest-${page}-${file}.json`,
} as const;

/** Name of the group that contains the milestones. */
export const roadmapGroup = 'roadmap';
