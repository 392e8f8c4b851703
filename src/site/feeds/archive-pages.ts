import { digest } from '../../lib/digest.ts';
import { limits } from '../../model/limits.ts';

// Cuts a history into archive pages that rarely change. Pages of a fixed size would all shift when an
// old release is added or removed, and calendar periods vary too much in size. So the ids decide: a
// release begins a page if the digest of its id is smaller than those of its neighbours. A change can
// only move the cuts near it.

/** How many releases before and after must have greater digests. Pages have about twice as many. */
const reach = 25;

/** The reach ends earlier once texts are this long, so that pages of long texts stay small. */
const reachBytes = limits.feed.bytes / 16;

interface ArchivePage<T> {
  /** Made of its newest release's id, so that its address does not depend on other pages. */
  name: string;
  /** Newest first. */
  releases: T[];
  /** The name of the archive page before it. */
  older: string | undefined;
}

export interface ArchivePages<T> {
  /** Releases too new for an archive page. */
  newest: Omit<ArchivePage<T>, 'name'>;
  /** Newest first. */
  archivePages: ArchivePage<T>[];
}

/** `ReleaseListing` has the size of its texts. */
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

/** The last index within reach; undefined if the history ends first. */
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
