import { oneLine } from '../../lib/text/text.ts';
import { addressOf, type Definitions } from '../markdown/definitions.ts';
import { isPreRelease, isPreReleaseWord, namesPreRelease, suffixAt } from '../past/pre-release.ts';
import { withoutMarkup } from '../text/section-titles.ts';
import { dateIn, type FoundDate } from './dates.ts';

/** What the heading of a version says. */
export interface VersionHeading {
  /** As it is written, without a `v`; undefined of what is not released. */
  version: string | undefined;
  /** What stands behind it, such as the name of the release. */
  name: string;
  /** The package whose version it is, of `package@1.0.0`. */
  package: string | undefined;
  /** As `2026-01-31`. */
  day: string | undefined;
  /** A date that there is not, as it is written. */
  wrongDate: string | undefined;
  isYanked: boolean;
  /** Where the heading leads to: as a rule, to the changes in the code. */
  url: string | undefined;
}

/** The text of a heading as one of a version; undefined where it is another. */
export function readVersionHeading(
  heading: string,
  definitions: Definitions = new Map(),
): VersionHeading | undefined {
  if (heading.length > longest) return undefined;
  const { text, date, isYanked, url } = takeApart(heading, definitions);
  const result = versionIn(text, date !== undefined);
  if (!result) return undefined;
  const { day } = date ?? {};
  const wrongDate = date && !day ? date.written : undefined;
  const version = result.version ?? (result.isDated ? date?.written : undefined);
  return { version, name: result.name, package: result.package, day, wrongDate, isYanked, url };
}

/**
 * Whether a heading that is not read as a version looks like one all the same: it begins with a
 * number of three parts, or with a shorter one and has a date or the word for a pre-release.
 */
export function looksLikeVersion(
  heading: string,
  definitions: Definitions,
): { isDated: boolean } | undefined {
  const { text, date } = takeApart(heading.slice(0, longest), definitions);
  const isDated = date !== undefined;
  const [, before = '', number = ''] = beginning.exec(text) ?? [];
  const isLike = isDated
    ? number !== '' || /^\d|[\s@/]v?\d{1,20}\.\d/i.test(text)
    : threeNumbers.test(number) ||
      (number !== '' && isPreReleaseWord(before)) ||
      namesPreRelease(number);
  return isLike ? { isDated } : undefined;
}

const beginning =
  /^(?:(release candidate|[\w.@/-]{1,100})[\s@]{1,9})?(?:version\s+)?(?:v?(?=\d{1,20}\.\d)|v)(\d.*)$/i;
const longest = 1000;
const yanked = /[[(]?\byanked\b[\])]?/i;

interface HeadingParts {
  /** Without what the others say. */
  text: string;
  date: FoundDate | undefined;
  isYanked: boolean;
  url: string | undefined;
}

function takeApart(heading: string, definitions: Definitions): HeadingParts {
  const { text, url } = linkIn(oneLine(withoutMarkup(heading)), definitions);
  const date = dateIn(text);
  const plain = text.replace(date?.written ?? '', ' ').replace(yanked, ' ');
  return { text: trimmed(plain), date, isYanked: yanked.test(text), url };
}

/** `[1.0.0](address)`, `[1.0.0][label]`, or `[1.0.0]`, which is a label itself. */
function linkIn(text: string, definitions: Definitions): { text: string; url: string | undefined } {
  const [whole = '', label = '', address, other] =
    /\[([^[\]]+)\](?:\(([^()\s]*)[^()]*\)|\[([^[\]]*)\])?/.exec(text) ?? [];
  if (whole === '' || yanked.test(whole)) return { text, url: undefined };
  return {
    text: text.replace(whole, () => ` ${label} `),
    url: address ?? addressOf(other || label, definitions),
  };
}

interface Found {
  version?: string;
  name: string;
  package?: string | undefined;
  /** The date is the version. */
  isDated?: true;
}

const number = '(\\d{1,20}(?:\\.\\d{1,20}){1,5}(?:[-+._~]?[a-z\\d][\\w.+~-]{0,80})?)';
const start = '^(?:(?:version|release|rel\\.?)\\s+)?';

/** A version ends where its word ends: a part of `1.0.0-rc.1` is never one. */
const end = '[-+._]{0,9}(?=$|[\\s–—:,;(“"|/])(.*)$';

/** A version that needs no date beside it. */
const [anyVersion, threeNumbers, none] = [/^/, /^\d+\.\d+\.\d/, /^(?!)/];

const forms = [
  { pattern: new RegExp(`${start}()v?${number}${end}`, 'i'), needs: anyVersion },
  {
    pattern: new RegExp(`^(@?[\\w./-]{1,100})@v?${number}${end}`, 'i'),
    needs: anyVersion,
    isPackage: true,
  },
  // A name before a version may be a sentence.
  { pattern: new RegExp(`^([\\w.@/-]{1,100})\\s+v?${number}()$`, 'i'), needs: threeNumbers },
  {
    pattern: new RegExp(
      `^()(?:version\\s+v?|(?:release\\s+)?v)(\\d{1,9}(?:-[a-z][\\w.+~-]{0,80})?)${end}`,
      'i',
    ),
    needs: anyVersion,
  },
  { pattern: /^()(\d{1,9})()$/, needs: none },
] as const;

function versionIn(text: string, hasDate: boolean): Found | undefined {
  if (text === '') return hasDate ? { name: '', isDated: true } : undefined;
  if (unreleased.test(text)) return { name: '' };
  for (const { pattern, needs, ...form } of forms) {
    const [, before = '', version, after = ''] = pattern.exec(text) ?? [];
    if (version === undefined || !(hasDate || needs.test(version))) continue;
    if ('isPackage' in form) return withPackage(before, withSuffix(version, after, hasDate));
    return isPreReleaseWord(before) ? undefined : withSuffix(version, after, hasDate);
  }
  return undefined;
}

function withPackage(name: string, result: Found | undefined): Found | undefined {
  return result && { ...result, package: name };
}

/** A version with the suffix that stands apart from it; undefined where its name is in doubt. */
function withSuffix(version: string, after: string, hasDate: boolean): Found | undefined {
  // Of `1.0.0-rc 1`, the suffix begins with the last word of the version.
  const start = version.replace(/[-+._~]?[a-z]+$/i, '');
  const found = suffixAt(version.slice(start.length) + after);
  if (found && found.rest.length < after.length)
    return named(`${start}-${found.suffix}`, found.rest, hasDate);
  const written = version.replace(/[.\-+_]+$/, '');
  const isDoubtful = suffixAt(after) !== undefined || namesPreRelease(after);
  return isDoubtful && !isPreRelease(written) ? undefined : named(written, after, hasDate);
}

/** A name that only a space separates may be a sentence, where no date follows. */
function named(version: string, after: string, hasDate: boolean): Found | undefined {
  const isApart = /^\s*(?:$|[-–—:,;()“"|/\]”])/.test(after);
  // A first word with a number may be a suffix.
  const isName = hasDate && !/^\s*(?:\p{L}{1,20}[.\-_]?)?\d/u.test(after);
  return isApart || isName ? { version, name: nameOf(after) } : undefined;
}

const unreleased =
  /^(?:unreleased|upcoming|next|next (?:version|release)|vnext|in development|work in progress)(?: changes)?$/i;

function nameOf(text: string): string {
  const name = trimmed(text);
  return unreleased.test(name) || /^(?:tb[ad]|wip|pending|stable)$/i.test(name) ? '' : name;
}

/** Without what separates a version from a date and a name, and without brackets around nothing. */
function trimmed(text: string): string {
  const edge = /[\s\-–—:,;|/()[\]“”"*_`·]/;
  const emptied = text.replace(/\(\s*\)|\[\s*\]/g, ' ');
  let [from, to] = [0, emptied.length];
  while (from < to && edge.test(emptied[from] ?? '')) from += 1;
  while (to > from && edge.test(emptied[to - 1] ?? '')) to -= 1;
  return emptied.slice(from, to).replace(/^\p{Extended_Pictographic}\ufe0f?\s*/u, '');
}
