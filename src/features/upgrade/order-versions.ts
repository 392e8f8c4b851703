import type { ReleaseSummary } from '../../model/content/content.ts';
import { compareVersions, versionOf } from '../../site/base/versions.ts';
import { newestFirst } from '../../site/releases/timeline.ts';

/** Whether releases are ordered by version or by date. */
export type OrderedBy = 'version' | 'date';

export interface OrderedReleases<T> {
  by: OrderedBy;
  /** Releases in the order that `by` names, newest first. */
  releases: T[];
}

/**
 * Sorts releases by version, and equal versions by date. A release without a version is placed
 * above the highest version that had been released before it. If no release has a version, all are
 * sorted by date.
 */
export function orderVersions<T extends ReleaseSummary>(all: Iterable<T>): OrderedReleases<T> {
  const byDate = newestFirst(all);
  const read = byDate.map((release) => ({ release, version: versionOf(release) }));
  const versioned = read
    .flatMap(({ release, version }) => (version ? [{ release, version }] : []))
    .sort((one, other) => compareVersions(other.version, one.version))
    .map(({ release }) => release);
  if (versioned.length === 0) return { by: 'date', releases: byDate };
  const others = read.flatMap(({ release, version }) => (version ? [] : [release]));
  const slots = Map.groupBy(others, (one) => slotOf(one, versioned));
  return {
    by: 'version',
    releases: [...versioned, undefined].flatMap((release, place) => [
      ...(slots.get(place) ?? []),
      ...(release ? [release] : []),
    ]),
  };
}

/**
 * The index of the highest version that was released no later than this release; otherwise the
 * index after the last version.
 */
function slotOf({ released_at }: ReleaseSummary, versioned: readonly ReleaseSummary[]): number {
  const place = versioned.findIndex((one) => one.released_at <= released_at);
  return place === -1 ? versioned.length : place;
}
