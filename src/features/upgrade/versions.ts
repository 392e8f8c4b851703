import compareBuild from 'semver/functions/compare-build.js';
import parse from 'semver/functions/parse.js';

// What a version's text says, leniently. Runs in browsers too.

export type ReadVersion = NonNullable<ReturnType<typeof parse>>;

const calendarDay = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/;
const lenient =
  /^(?:version|release|v)?[\s=]*(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(?!\.?\d)(.*)$/is;

/**
 * A version as `semver` reads it loosely, and what people write beside: `v2`, `24.04`, `2026-05-01`,
 * `1.2.3.4`, `1.2 beta`. Undefined for anything else.
 */
export function parseVersion(text: string): ReadVersion | undefined {
  const dotted = text
    .trim()
    .replace(calendarDay, (_, ...parts) => parts.slice(0, 3).filter(Boolean).join('.'));
  const [, major, minor = '0', patch = '0', fourth, rest = ''] = lenient.exec(dotted) ?? [];
  if (major === undefined || (fourth !== undefined && rest !== '')) return undefined;
  // A fourth number comes after the third as metadata of a build does.
  const more = fourth === undefined ? rest.trim().replace(/\s+/g, '-') : `+${fourth}`;
  return parse(`${major}.${minor}.${patch}${more}`, { loose: true }) ?? undefined;
}

/** Below 0 where the first comes before the second, 0 where they are equal. */
export function compareVersions(one: ReadVersion, other: ReadVersion): number {
  return compareBuild(one, other, true);
}
