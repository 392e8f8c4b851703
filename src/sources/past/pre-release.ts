import semver from 'semver';

/**
 * Words that mark a pre-release, as regular expressions. `numbered` matches single letters before a
 * number, such as the `a` in `a1`.
 */
const words = [
  ...['alpha', 'beta', 'rc', 'release[\\s-]candidate', 'pre[\\s-]?release', 'pre', 'preview'],
  ...['dev', 'snapshot', 'canary', 'nightly', 'unstable', 'experimental', 'milestone', 'next'],
].join('|');
const numbered = '[abm](?=[\\s.-]{0,3}\\d)';

/** Matches a text that contains a word that marks a pre-release. */
export const namesPreRelease = new RegExp(
  `(?<![a-z])(?:${words})(?![a-z])|^[^a-z]*${numbered}`,
  'i',
);
const leading = new RegExp(
  `^[\\s\\-–—:,;|/([“"*_~.\`]{0,9}(${words}|${numbered})(?:([\\s._#-]{0,3})(\\d[\\w.+-]{0,80}))?(?:\\s+release)?(?=$|\\s+[-–—]|[\\s:,;()|/\\]”"])`,
  'i',
);
/** Matches such a word alone. */
export const preReleaseWord = new RegExp(`^(?:${words})$`, 'i');

/** Whether a version is a pre-release, such as `2.0.0-beta.1` or `1.0rc2`. */
export function isPreRelease(version: string): boolean {
  const text = /\d.*/s.exec(version)?.[0] ?? '';
  if (namesPreRelease.test(text)) return true;
  // The parser is slow for other texts, because it throws an error.
  return /\d\.\d+\.\d/.test(text) && semver.prerelease(version, { loose: true }) !== null;
}

/**
 * Reads a pre-release suffix after a version, such as ` RC 1`, and converts it to SemVer's form,
 * `RC.1`. A word without a number is a suffix only if no other word follows: `(beta)` is one, `beta
 * program` is not.
 */
export function readSuffix(text: string): { suffix: string; rest: string } | undefined {
  const [whole, word = '', gap = '', number] = leading.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const rest = text.slice(whole.length);
  if (number === undefined && /^\s+[^\s\-–—:,;()|/\]]/.test(rest)) return undefined;
  const dot = gap === '' ? '' : '.';
  const suffix = `${word.replace(/\s/g, '-')}${number === undefined ? '' : `${dot}${number}`}`;
  return { suffix, rest };
}
