import type { ReleaseSummary } from '../../model/content/content.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import { compareVersions, parseVersion } from './versions.ts';

/** What the order of a list of releases was told by. */
export type OrderedBy = 'version' | 'date';

export interface OrderedReleases<T> {
  by: OrderedBy;
  /** Newest first. */
  releases: T[];
}

/** By version where every release has one that can be read, else by date. Equal ones by date. */
export function orderVersions<T extends ReleaseSummary>(all: Iterable<T>): OrderedReleases<T> {
  const byDate = newestFirst(all);
  const read = byDate.flatMap((release) => {
    const version = parseVersion(release.version ?? '');
    return version ? [{ release, version }] : [];
  });
  if (read.length < byDate.length) return { by: 'date', releases: byDate };
  const sorted = read.sort((one, other) => compareVersions(other.version, one.version));
  return { by: 'version', releases: sorted.map(({ release }) => release) };
}
