import { digest } from '../../lib/digest.ts';
import { limits } from '../../model/limits.ts';

// Cuts a history into archive pages that rarely change. Pages of a fixed size would all shift when
// an old release is added or removed, and calendar periods vary too much in size. Instead, a
// release begins a page if the digest of its id is smaller than the digests of the releases near
// it. So adding or removing a release only changes the pages near that release.

/**
 * The digest of a release is compared with those of this many releases before and after it. On
 * average, a page has about twice this number of releases.
 */
const reach = 25;

/**
 * Fewer releases are compared if their texts reach this total size, so that archive pages with long
 * texts have fewer releases.
 */
const reachBytes = limits.feed.bytes / 16;

interface ArchivePage<T> {
  /**
   * Derived from the id of the page's newest release, so that its address does not depend on other
   * pages.
   */
  name: string;
  /** Newest first. */
  releases: T[];
  /** The name of the next older archive page. */
  older: string | undefined;
}

export interface ArchivePages<T> {
  /** Releases that are newer than the newest archive page. */
  newest: Omit<ArchivePage<T>, 'name'>;
  /** Newest first. */
  archivePages: ArchivePage<T>[];
}

export interface Sized {
  textBytes?: number;
}

type Row = Sized & { id: string };

/** @param releases newest first */
export function archivePagesOf<T extends Row>(releases: readonly T[]): ArchivePages<T> {
  const digests = releases.map(({ id }) => digest(id));
  const starts = [...digests.keys()].filter((index) => isStart(index, releases, digests));
  const nameOf = (start: number | undefined) =>
    start === undefined ? undefined : digests[start]?.slice(0, 12);
  return {
    newest: { releases: releases.slice(0, starts[0]), older: nameOf(starts[0]) },
    archivePages: starts.map((start, index) => ({
      name: nameOf(start) ?? '',
      releases: releases.slice(start, starts[index + 1]),
      older: nameOf(starts[index + 1]),
    })),
  };
}

function isStart(index: number, releases: readonly Row[], digests: readonly string[]): boolean {
  const own = digests[index];
  const [first, last] = [endOfReach(index, -1, releases), endOfReach(index, 1, releases)];
  if (own === undefined || first === undefined || last === undefined) return false;
  return digests.slice(first, last + 1).every((digest) => digest >= own);
}

/** Index of the last release to compare in one direction; undefined if the history ends first. */
function endOfReach(from: number, step: 1 | -1, releases: readonly Row[]): number | undefined {
  let bytes = 0;
  for (let count = 1; count <= reach; count += 1) {
    const release = releases[from + step * count];
    if (!release) return undefined;
    bytes += release.textBytes ?? 0;
    if (bytes >= reachBytes) return from + step * count;
  }
  return from + step * reach;
}
