import compareBuild from 'semver/functions/compare-build.js';
import parse from 'semver/functions/parse.js';

// Reads versions leniently. Also runs in browsers.

export type ReadVersion = NonNullable<ReturnType<typeof parse>>;

/** The fields of a release that determine its version. */
export interface Versioned {
  version: string | null;
  title: string;
}

const calendarDay = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/;
const lenient =
  /^(?:version|release|v)?[\s=]*(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(?!\.?\d)(.*)$/is;

/** Matches a range such as "2.0.x". The capture group is the part before the wildcard. */
const range = /^(v?\d+(?:\.\d+)?)(?:\.[x*])+$/i;

/** A title that consists of a version or a range. */
const onlyVersion = /^v?\d+(?:\.(?:\d+|[x*])){1,3}$/i;

/** The version of a release, or its title if it is a version. */
export function versionOf({ version, title }: Versioned): ReadVersion | undefined {
  const text = version?.trim() || (onlyVersion.test(title.trim()) ? title : '');
  return parseVersion(text);
}

/**
 * Parses a version like `semver` in loose mode, and also other common forms: `v2`, `24.04`,
 * `2026-05-01`, `1.2.3.4`, `1.2 beta`. A range such as `2.0.x` gives its lowest version. Undefined
 * for other text.
 */
export function parseVersion(text: string): ReadVersion | undefined {
  const dotted = text
    .trim()
    .replace(range, '$1')
    .replace(calendarDay, (_, ...parts) => parts.slice(0, 3).filter(Boolean).join('.'));
  const [, major, minor = '0', patch = '0', fourth, rest = ''] = lenient.exec(dotted) ?? [];
  if (major === undefined || (fourth !== undefined && rest !== '')) return undefined;
  // A fourth number is parsed as build metadata, so that it decides if the first three are equal.
  const more = fourth === undefined ? rest.trim().replace(/\s+/g, '-') : `+${fourth}`;
  return parse(`${major}.${minor}.${patch}${more}`, { loose: true }) ?? undefined;
}

/** Negative if the first version is lower than the other, 0 if they are equal. */
export function compareVersions(one: ReadVersion, other: ReadVersion): number {
  return compareBuild(one, other, true);
}

/** Whether a release starts a new major version, such as 30.0.0. */
export function isMajorVersion(release: Versioned): boolean {
  const version = versionOf(release);
  return version !== undefined && version.major > 0 && version.minor === 0 && version.patch === 0;
}
