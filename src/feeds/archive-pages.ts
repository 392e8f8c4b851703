import { digest } from '../lib/digest.ts';

// Cuts a history into archive pages that stay as they are. Counting would shift them all when one old
// release goes or comes, periods of the calendar would be too long or too short; so the cuts are
// told by the releases themselves: one begins an archive page where the digest of its id is the smallest
// far and near. A change moves the cuts beside it, if any, and those alone.

/** How many releases before and after must have greater digests: archive pages are of about twice as many. */
const reach = 25;

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

/** @param releases newest first */
export function archivePagesOf<T extends { id: string }>(releases: readonly T[]): ArchivePages<T> {
  const digests = releases.map(({ id }) => digest(id));
  const starts = [...digests.keys()].filter((index) => isStart(index, digests));
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

function isStart(index: number, digests: readonly string[]): boolean {
  const own = digests[index];
  if (own === undefined || index < reach || index + reach >= digests.length) return false;
  return digests.slice(index - reach, index + reach + 1).every((digest) => digest >= own);
}
