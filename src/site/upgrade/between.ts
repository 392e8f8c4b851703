import { compareVersions, parseVersion } from './versions.ts';

// What lies between two versions of an ordered list. Runs in browsers too.

/** What is known of a release where the ends of an upgrade are looked for. */
export interface UpgradeStep {
  slug: string;
  version: string | null;
  is_pre_release: boolean;
}

/** How an end was found: as it was asked for, or what stands for it. */
export type FoundEnd<T> =
  | { kind: 'known'; release: T }
  | { kind: 'nearest'; release: T }
  /** Below everything that there is, also where nothing was asked for. */
  | { kind: 'before-all' }
  /** It is no version at all: the beginning, or what is newest. */
  | { kind: 'unreadable' };

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
  const to = asked.to.trim() === '' ? newestEnd(releases) : findEnd(releases, asked.to);
  const start = placeOf(from, releases, releases.length);
  const end = placeOf(to, releases, placeOf(newestEnd(releases), releases, releases.length));
  const isEarly = [from, to].some((one) => 'release' in one && one.release.is_pre_release);
  const found = releases.slice(Math.min(start, end), Math.max(start, end));
  return {
    from,
    to,
    isReversed: end > start,
    releases: found.filter(({ is_pre_release }) => isEarly || !is_pre_release),
  };
}

/** The newest that is no pre-release; where there is none, the newest. */
function newestEnd<T extends UpgradeStep>(releases: readonly T[]): FoundEnd<T> {
  const release = releases.find(({ is_pre_release }) => !is_pre_release) ?? releases[0];
  return release ? { kind: 'known', release } : { kind: 'before-all' };
}

function findEnd<T extends UpgradeStep>(releases: readonly T[], text: string): FoundEnd<T> {
  const name = text.trim();
  if (name === '') return { kind: 'before-all' };
  const named =
    releases.find(({ version }) => version?.trim() === name) ??
    releases.find(({ slug }) => slug === name);
  return named ? { kind: 'known', release: named } : nearestBelow(releases, name);
}

/** Of what is not there: the highest that is not higher, a pre-release only where it is one itself. */
function nearestBelow<T extends UpgradeStep>(releases: readonly T[], name: string): FoundEnd<T> {
  const wanted = parseVersion(name);
  if (!wanted) return { kind: 'unreadable' };
  const below = releases.flatMap((release) => {
    const version = parseVersion(release.version ?? '');
    const gap = version ? compareVersions(version, wanted) : 1;
    return version && gap <= 0 ? [{ release, version, gap }] : [];
  });
  const same = below.find(({ gap }) => gap === 0);
  if (same) return { kind: 'known', release: same.release };
  const fit = below.filter(
    ({ release }) => wanted.prerelease.length > 0 || !release.is_pre_release,
  );
  const [first, ...others] = fit;
  if (!first) return { kind: 'before-all' };
  const highest = others.reduce(
    (best, one) => (compareVersions(one.version, best.version) > 0 ? one : best),
    first,
  );
  return { kind: 'nearest', release: highest.release };
}

/** Where an end stands in the list. @param unreadable where what is no version does */
function placeOf<T>(end: FoundEnd<T>, releases: readonly T[], unreadable: number): number {
  if ('release' in end) return releases.indexOf(end.release);
  return end.kind === 'unreadable' ? unreadable : releases.length;
}
