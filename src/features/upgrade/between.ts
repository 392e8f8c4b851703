import { compareVersions, parseVersion, type Versioned, versionOf } from './versions.ts';

// What lies between two versions of an ordered list. Runs in browsers too.

/** What is known of a release where the ends of an upgrade are looked for. */
export interface UpgradeStep extends Versioned {
  slug: string;
  is_pre_release: boolean;
}

/** An end of an upgrade: what is asked for, or what stands for it. */
export interface FoundEnd<T> {
  /**
   * `nearest` is the nearest below what is asked for, `before-all` below everything that there is,
   * also where nothing is asked for; `unreadable` is no version at all.
   */
  kind: 'known' | 'nearest' | 'before-all' | 'unreadable';
  /** None below everything; of an end that is unreadable the newest. */
  release: T | undefined;
}

export interface UpgradePath<T> {
  from: FoundEnd<T>;
  to: FoundEnd<T>;
  /** What was asked for as the start is newer than the end: taken the other way round. */
  isReversed: boolean;
  /** What came after the start, up to the end with it; newest first. */
  releases: T[];
}

/** What a reader asked for: versions, or slugs of releases that have none; empty for the default. */
export interface AskedEnds {
  from: string;
  to: string;
}

/**
 * Everything after `from` up to `to`; pre-releases only where an end is one. Whatever is asked for,
 * there is an answer.
 * @param releases newest first
 */
export function between<T extends UpgradeStep>(
  releases: readonly T[],
  asked: AskedEnds,
): UpgradePath<T> {
  const from = findEnd(releases, asked.from);
  const newest = newestOf(releases);
  const named = asked.to.trim() === '' ? known(newest) : findEnd(releases, asked.to);
  const to = named.kind === 'unreadable' ? { ...named, release: newest } : named;
  const [start, end] = [from, to].map(({ release }) => placeOf(release, releases)) as [
    number,
    number,
  ];
  const isEarly = from.release?.is_pre_release || to.release?.is_pre_release;
  const found = releases.slice(Math.min(start, end), Math.max(start, end));
  return {
    from,
    to,
    isReversed: end > start,
    releases: found.filter(({ is_pre_release }) => isEarly || !is_pre_release),
  };
}

/** The newest version that is no pre-release; where there is none, the newest release. */
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

/** Of what is not there: the highest that is not higher, a pre-release only where it is one itself. */
function nearestBelow<T extends UpgradeStep>(releases: readonly T[], name: string): FoundEnd<T> {
  const wanted = parseVersion(name);
  if (!wanted) return { kind: 'unreadable', release: undefined };
  const below = releases.flatMap((release) => {
    const version = versionOf(release);
    const gap = version ? compareVersions(version, wanted) : 1;
    return version && gap <= 0 ? [{ release, version, gap }] : [];
  });
  const same = below.find(({ gap }) => gap === 0);
  if (same) return known(same.release);
  const fit = below.filter(
    ({ release }) => wanted.prerelease.length > 0 || !release.is_pre_release,
  );
  const [first, ...others] = fit;
  if (!first) return known<T>(undefined);
  const highest = others.reduce(
    (best, one) => (compareVersions(one.version, best.version) > 0 ? one : best),
    first,
  );
  return { kind: 'nearest', release: highest.release };
}

/** Behind the last where it is none of them. */
function placeOf<T>(release: T | undefined, releases: readonly T[]): number {
  return release === undefined ? releases.length : releases.indexOf(release);
}
