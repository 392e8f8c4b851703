import { oneLine } from '../../lib/text/text.ts';
import { readVersionHeading } from '../changelog/version-heading.ts';
import { isPreReleaseWord } from '../past/pre-release.ts';

interface TagName {
  version: string | null;
  /** The package that the version belongs to. */
  package: string | null;
}

/** Parses a tag: `v1.0.0`, `@a/b@1.0.0`, `b-v1.0.0`, `b/v1.0.0`, `release/1.0`. */
export function readTagName(tag: string): TagName {
  const whole = readVersionHeading(tag);
  if (whole?.version !== undefined)
    return { version: whole.version, package: whole.package ?? null };
  const [, before = '', after = ''] = beforeVersion.exec(tag) ?? [];
  // The `v` makes a single number a version, as in `b@1`.
  const { version } = readVersionHeading(after.replace(/^v?/i, 'v')) ?? {};
  // A word such as in `nightly/v1.0.0` marks a pre-release and must not be lost.
  if (version === undefined || isPreReleaseWord(before))
    return { version: oneLine(tag) || null, package: null };
  return { version, package: noPackage.test(before) ? null : oneLine(before) || null };
}

/** Before a number without `v`, a hyphen or slash is part of a name: `docs-2`, `build/2`. */
const beforeVersion = /^(.{1,200})(?:@|-(?=v)|\/(?=v|\d+\.))(v?\d.*)$/i;

const noPackage = /^(?:releases?|versions?|tags?)$/i;
