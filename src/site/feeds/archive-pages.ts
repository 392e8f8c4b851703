import { digest } from '../../lib/digest.ts';
import { limits } from '../../model/limits.ts';

// Cuts a history into archive pages that stay as they are. Counting would shift them all when one old
// release goes or comes, periods of the calendar would be too long or too short; so the cuts are
// told by the releases themselves: one begins an archive page where the digest of its id is the smallest
// far and near. A change moves the cuts beside it, if any, and those alone.

/** How many releases before and after must have greater digests: archive pages are of about twice as many. */
const reach = 25;

/** Fewer releases count where their texts are as long as this: archive pages stay readable. */
const reachBytes = limits.feed.bytes / 16;

interface ArchivePage<T> {
  /** Of its newest release's id, so that its address stays when archive pages come or go elsewhere. */
  name: string;
  /** Newest first. */
  releases: T[];
  /** The name of the archive page before it. */
  older: string | undefined;
}

export interface ArchivePages<T> {
  /** What is too new to stand in an archive page. */
  newest: Omit<ArchivePage<T>, 'name'>;
  /** Newest first. */
  archivePages: ArchivePage<T>[];
}

/** Rows of the content tell the size of their texts (`ReleaseListing`). */
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

/** The last index of those that count before or after one; undefined where the history ends first. */
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
