import type { ReleaseSummary } from '../../model/content/content.ts';
import { compareVersions, versionOf } from '../../site/base/versions.ts';
import { newestFirst } from '../../site/releases/timeline.ts';

/** The criterion by which releases are ordered. */
export type OrderedBy = 'version' | 'date';

export interface OrderedReleases<T> {
  by: OrderedBy;
  /** Newest first. */
  releases: T[];
}

/**
 * Sorts releases by version, equal ones by date. A release without a version is placed above the
 * highest version released before it. If no release has a version, all are sorted by date.
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

/** The place of the highest version released by then, or the place after the last. */
function slotOf({ released_at }: ReleaseSummary, versioned: readonly ReleaseSummary[]): number {
  const place = versioned.findIndex((one) => one.released_at <= released_at);
  return place === -1 ? versioned.length : place;
}
