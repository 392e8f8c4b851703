import {
  compareVersions,
  parseVersion,
  type Versioned,
  versionOf,
} from '../../site/base/versions.ts';

// Finds the releases between two versions of an ordered list. Also runs in browsers.

/** The fields of a release that are needed to find the ends of an upgrade. */
export interface UpgradeStep extends Versioned {
  slug: string;
  is_pre_release: boolean;
}

/** The start or the end of an upgrade: the requested release, or the release used in its place. */
export interface FoundEnd<T> {
  /**
   * `nearest`: the version is not in the list; the highest release below it is used. `before-all`:
   * no release is below the version, or no version was requested. `unreadable`: the request is not
   * a version.
   */
  kind: 'known' | 'nearest' | 'before-all' | 'unreadable';
  /**
   * Undefined for `before-all` and for an unreadable `from`. For an unreadable `to`, this is the
   * newest release.
   */
  release: T | undefined;
}

export interface UpgradePath<T> {
  from: FoundEnd<T>;
  to: FoundEnd<T>;
  /** Whether the requested start is newer than the requested end, so that the two were swapped. */
  isReversed: boolean;
  /** Releases after the start, up to and including the end, newest first. */
  releases: T[];
}

/**
 * The requested start and end of an upgrade: each is a version, or the slug of a release without a
 * version. If empty, the default applies.
 */
export interface RequestedEnds {
  from: string;
  to: string;
}

/**
 * The releases after `from`, up to and including `to`. Pre-releases are included only if one of the
 * ends is a pre-release. Never fails.
 * @param releases newest first
 */
export function between<T extends UpgradeStep>(
  releases: readonly T[],
  requested: RequestedEnds,
): UpgradePath<T> {
  const from = findEnd(releases, requested.from);
  const newest = newestOf(releases);
  const named = requested.to.trim() === '' ? known(newest) : findEnd(releases, requested.to);
  const to = named.kind === 'unreadable' ? { ...named, release: newest } : named;
  const [start, end] = [from, to].map(({ release }) => placeOf(release, releases)) as [
    number,
    number,
  ];
  const hasPreRelease = from.release?.is_pre_release || to.release?.is_pre_release;
  const inRange = releases.slice(Math.min(start, end), Math.max(start, end));
  return {
    from,
    to,
    isReversed: end > start,
    releases: inRange.filter(({ is_pre_release }) => hasPreRelease || !is_pre_release),
  };
}

/**
 * The newest stable version. If there is none, the newest stable release, or else the newest
 * release.
 */
export function newestOf<T extends UpgradeStep>(releases: readonly T[]): T | undefined {
  const stable = releases.filter(({ is_pre_release }) => !is_pre_release);
  return stable.find((release) => versionOf(release)) ?? stable[0] ?? releases[0];
}

function known<T>(release: T | undefined): FoundEnd<T> {
  return { kind: release ? 'known' : 'before-all', release };
}

function findEnd<T extends UpgradeStep>(releases: readonly T[], text: string): FoundEnd<T> {
  const name = text.trim();
  if (name === '') return known<T>(undefined);
  const named =
    releases.find(({ version }) => version?.trim() === name) ??
    releases.find(({ slug }) => slug === name);
  return named ? known(named) : nearestBelow(releases, name);
}

/**
 * Finds the highest release below a version that is not in the list. Pre-releases count only if
 * that version is a pre-release itself.
 */
function nearestBelow<T extends UpgradeStep>(releases: readonly T[], name: string): FoundEnd<T> {
  const desired = parseVersion(name);
  if (!desired) return { kind: 'unreadable', release: undefined };
  const below = releases.flatMap((release) => {
    const version = versionOf(release);
    const gap = version ? compareVersions(version, desired) : 1;
    return version && gap <= 0 ? [{ release, version, gap }] : [];
  });
  const same = below.find(({ gap }) => gap === 0);
  if (same) return known(same.release);
  const fit = below.filter(
    ({ release }) => desired.prerelease.length > 0 || !release.is_pre_release,
  );
  const [first, ...others] = fit;
  if (!first) return known<T>(undefined);
  const highest = others.reduce(
    (best, one) => (compareVersions(one.version, best.version) > 0 ? one : best),
    first,
  );
  return { kind: 'nearest', release: highest.release };
}

/** The index of a release; for undefined, the index after the last release. */
function placeOf<T>(release: T | undefined, releases: readonly T[]): number {
  return release === undefined ? releases.length : releases.indexOf(release);
}
