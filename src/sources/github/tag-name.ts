import { oneLine } from '../../lib/text/text.ts';
import { readVersionHeading } from '../changelog/version-heading.ts';
import { isPreReleaseWord } from '../past/pre-release.ts';

/**
 * Parses a tag such as `v1.0.0`, `@a/b@1.0.0`, `b-v1.0.0`, `b/v1.0.0` or `release/1.0`. `package` is
 * null if the tag names no package.
 */
export function readTagName(tag: string) {
  const whole = readVersionHeading(tag);
  if (whole?.version !== undefined)
    return { version: whole.version, package: whole.package ?? null };
  const [, before = '', after = ''] = beforeVersion.exec(tag) ?? [];
  // Adds a `v`, because a single number, as in `b@1`, only counts as a version with a `v`.
  const { version } = readVersionHeading(after.replace(/^v?/i, 'v')) ?? {};
  // A word before the version, as in `nightly/v1.0.0`, may mark a pre-release. Then the whole tag
  // is the version.
  if (version === undefined || isPreReleaseWord(before))
    return { version: oneLine(tag) || null, package: null };
  return { version, package: noPackage.test(before) ? null : oneLine(before) || null };
}

/**
 * Splits a tag into a name and a version. In `docs-2` and `build/2`, the number has no `v` and
 * belongs to the name.
 */
const beforeVersion = /^(.{1,200})(?:@|-(?=v)|\/(?=v|\d+\.))(v?\d.*)$/i;

const noPackage = /^(?:releases?|versions?|tags?)$/i;
