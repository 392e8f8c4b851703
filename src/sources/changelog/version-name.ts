import { isPreRelease, namesPreRelease, readSuffix } from '../past/pre-release.ts';
import titles from './unreleased-titles.json' with { type: 'json' };

// Reads the text after a version in a heading: the suffix of the version, and its name.

/**
 * Adds the suffix that follows a version after a space, as in `1.0.0 rc 1`. Undefined if it is not
 * clear whether the following text is a suffix.
 */
export function addSuffix(version: string, after: string, hasDate: boolean) {
  // In `1.0.0-rc 1`, the suffix `rc 1` begins inside the matched version, at its last word.
  const start = version.replace(/[-+._~]?[a-z]+$/i, '');
  // In `1.0.0-1 Prerelease` and `1.0.0 -1 Prerelease`, the word is a name.
  const [whole = '', build] = /^\s+-(\d{1,9})(?=\s)/.exec(after) ?? [];
  const numbered = build === undefined ? version : `${version}-${build}`;
  if (/\d-\d{1,9}$/.test(numbered) && start === version)
    return { version: numbered, name: nameOf(after.slice(whole.length)) };
  // A version in brackets is another one, as in `1.9.0 (2.0 beta 1)`.
  if (/^[\s–—-]*\(v?\d{1,9}\.\d/.test(after) || (start === version && isPreRelease(version)))
    return addName(version, after, hasDate);
  const found = readSuffix(version.slice(start.length) + after);
  if (found && found.rest.length < after.length)
    return addName(`${start}-${found.suffix}`, found.rest, hasDate);
  const written = version.replace(/[.\-+_]+$/, '');
  const isDoubtful = readSuffix(after) !== undefined || namesPreRelease.test(after);
  return isDoubtful && !isPreRelease(written) ? undefined : addName(written, after, hasDate);
}

/**
 * Adds the text after a version as its name. Undefined if the text may be part of a sentence, such
 * as text after a space in a heading without a date.
 */
function addName(version: string, after: string, hasDate: boolean) {
  const isApart = /^\s*(?:$|[-–—:,;()“"‘|/\]”]|\p{Extended_Pictographic})/u.test(after);
  // A first word that contains a number may be a suffix of the version.
  const isName = hasDate && !/^\s*(?:\p{L}{1,20}[.\-_]?)?\d/u.test(after);
  const isKnown = stage.test(after) || unreleased.test(after.trim());
  return isApart || isName || isKnown ? { version, name: nameOf(after) } : undefined;
}

/** Names of stages that are not pre-releases, and what else may follow a version. */
const stage =
  /^\s+(?:rtm|rtw|ga|lts|final|hotfix|(?:sp|service pack|patch|update|hotfix)\s?\d{1,3}|版本|(?:(?:initial|first|public|stable|maintenance|bugfix)\s+)*release(?:\s+notes)?)\s*$/i;

/** Titles of unreleased changes, in the languages of the site, as a pattern. */
export const pending = Object.values(titles).flat().join('|');

/** Matches the titles of unreleased changes. */
const unreleased = new RegExp(`^(?:${pending})(?: changes)?$`, 'i');

const { plans: planned, ...others } = titles;

/** Matches such a title, also in front of other text, as in “Unreleased – 2.0”. */
export const unreleasedStart = new RegExp(
  `${unreleased.source}|^(?:${Object.values(others).flat().join('|')})\\s*[-–—:(/|]`,
  'i',
);

/** Matches those of them that are also titles of sections about plans. */
export const plans = new RegExp(`^(?:${planned.join('|')})$`, 'i');

/** The text after a version as its name; empty if it only says that the version is to come. */
export function nameOf(text: string): string {
  const name = withOpening(trimSeparators(text), text).replace(/^['‘]([^'‘’]*)['’]$/, '$1');
  return unreleased.test(name) ||
    /^(?:wip|pending|stable|in progress|release notes|版本)$/i.test(name)
    ? ''
    : name;
}

/** Adds the bracket or quotation mark that was removed at the start only. */
function withOpening(name: string, text: string): string {
  const before = text[text.indexOf(name) - 1];
  const [pair] = pairs.filter(([open, close]) => open === before && name.includes(close));
  return `${pair?.[0] ?? ''}${name}`;
}

const pairs = [
  ['(', ')'],
  ['[', ']'],
  ['“', '”'],
  ['"', '"'],
] as const;

/** Removes empty brackets, and separators at both ends except for the end of brackets in the text. */
export function trimSeparators(text: string): string {
  const edge = /[\s\-–—:,;|/()[\]“”"*_`·•~]/;
  const emptied = text.replace(/\(\s*\)|\[\s*\]/g, ' ');
  let [from, to] = [0, emptied.length];
  while (from < to && edge.test(emptied[from] ?? '')) from += 1;
  while (to > from && edge.test(emptied[to - 1] ?? '')) to -= 1;
  const [open] = pairs.find(([, close]) => close === emptied[to]) ?? [];
  if (open !== undefined && emptied.slice(from, to).includes(open)) to += 1;
  return emptied.slice(from, to).replace(/^\p{Extended_Pictographic}\ufe0f?\s*/u, '');
}
