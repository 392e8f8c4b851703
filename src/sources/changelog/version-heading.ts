import { oneLine } from '../../lib/text/text.ts';
import { addressOf, type Definitions } from '../markdown/definitions.ts';
import {
  isPreRelease,
  isPreReleaseWord,
  namesPreRelease,
  readSuffix,
} from '../past/pre-release.ts';
import { withoutMarkup } from '../text/section-titles.ts';

/** The parts of a version's heading. */
export interface VersionHeading {
  /** Version without a leading `v`; undefined for unreleased changes. */
  version: string | undefined;
  /** Text after the version, such as the release's name. */
  name: string;
  /** Name of the package in a heading such as `package@1.0.0`. */
  package: string | undefined;
  /** Day in the form `2026-01-31`. */
  day: string | undefined;
  /** The date as written in the heading, if no such day exists. */
  wrongDate: string | undefined;
  isYanked: boolean;
  /** Link target of the heading. Usually it compares the code of two versions. */
  url: string | undefined;
}

/** Parses a heading as a version; undefined if the heading is not a version. */
export function readVersionHeading(
  heading: string,
  definitions: Definitions = new Map(),
): VersionHeading | undefined {
  if (heading.length > maxLength) return undefined;
  const { text, date, isYanked, url } = splitHeading(heading, definitions);
  const result = matchVersion(text, date !== undefined);
  if (!result) return undefined;
  const { day } = date ?? {};
  const wrongDate = date ? (day ? undefined : date.written) : otherDate.exec(result.name)?.[0];
  const version = result.version ?? (result.isDated ? date?.written : undefined);
  return { version, name: result.name, package: result.package, day, wrongDate, isYanked, url };
}

/**
 * Whether a heading that cannot be parsed resembles a version. It must begin with a number of three
 * parts. A shorter number is enough if the heading also has a date or a word for pre-releases.
 */
export function looksLikeVersion(
  heading: string,
  definitions: Definitions,
): { isDated: boolean } | undefined {
  const { text, date } = splitHeading(heading.slice(0, maxLength), definitions);
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
const maxLength = 1000;
/** A date whose order of day and month is ambiguous, such as 01.02.2026 or 1/2/2026. */
const otherDate = /^\d{1,2}([./-])\d{1,2}\1\d{4}$/;
const yanked = /[[(]?\byanked\b[\])]?/i;

/** Splits a heading into its parts. `text` is the rest, without the other parts. */
function splitHeading(heading: string, definitions: Definitions) {
  const { text, url } = extractLink(oneLine(withoutMarkup(heading)), definitions);
  const date = findDate(text);
  const plain = text.replace(date?.written ?? '', ' ').replace(yanked, ' ');
  return { text: trimSeparators(plain), date, isYanked: yanked.test(text), url };
}

/**
 * Extracts the link in a heading: `[1.0.0](address)`, `[1.0.0][label]`, or `[1.0.0]`, where the
 * version is also the label.
 */
function extractLink(text: string, definitions: Definitions) {
  const [whole = '', label = '', address, other] =
    /\[([^[\]]+)\](?:\(([^()\s]*)[^()]*\)|\[([^[\]]*)\])?/.exec(text) ?? [];
  if (whole === '' || yanked.test(whole)) return { text, url: undefined };
  return {
    text: text.replace(whole, () => ` ${label} `),
    url: address ?? addressOf(other || label, definitions),
  };
}

interface VersionMatch {
  version?: string;
  name: string;
  package?: string | undefined;
  /** Set if the heading has only a date, which then serves as the version. */
  isDated?: true;
}

const number = '(\\d{1,20}(?:\\.\\d{1,20}){1,5}(?:[-+._~]?[a-z\\d][\\w.+~-]{0,80})?)';
const start = '^(?:(?:version|release|rel\\.?)\\s+)?';

/**
 * A version must end at a word boundary, so that a part of a version such as `1.0.0-rc.1` never
 * matches.
 */
const end = '[-+._]{0,9}(?=$|[\\s–—:,;(“"|/])(.*)$';

/**
 * Which versions are recognised in headings without a date: every version, versions with three
 * numbers, or none.
 */
const [anyVersion, threeNumbers, none] = [/^/, /^\d+\.\d+\.\d/, /^(?!)/];

const forms = [
  { pattern: new RegExp(`${start}()v?${number}${end}`, 'i'), needs: anyVersion },
  {
    pattern: new RegExp(`^(@?[\\w./-]{1,100})@v?${number}${end}`, 'i'),
    needs: anyVersion,
    isPackage: true,
  },
  // A word before a version may be the start of a sentence, so without a date, the version must
  // have three numbers.
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

function matchVersion(text: string, hasDate: boolean): VersionMatch | undefined {
  if (text === '') return hasDate ? { name: '', isDated: true } : undefined;
  if (unreleased.test(text)) return { name: '' };
  for (const { pattern, needs, ...form } of forms) {
    const [, before = '', version, after = ''] = pattern.exec(text) ?? [];
    if (version === undefined || !(hasDate || needs.test(version))) continue;
    const result = addSuffix(version, after, hasDate);
    if ('isPackage' in form) return result && { ...result, package: before };
    return isPreReleaseWord(before) ? undefined : result;
  }
  return undefined;
}

/**
 * Adds the suffix that follows a version after a space, as in `1.0.0 rc 1`. Undefined if it is not
 * clear whether the following text is a suffix.
 */
function addSuffix(version: string, after: string, hasDate: boolean): VersionMatch | undefined {
  // In `1.0.0-rc 1`, the suffix `rc 1` begins inside the matched version, at its last word.
  const start = version.replace(/[-+._~]?[a-z]+$/i, '');
  const found = readSuffix(version.slice(start.length) + after);
  if (found && found.rest.length < after.length)
    return addName(`${start}-${found.suffix}`, found.rest, hasDate);
  const written = version.replace(/[.\-+_]+$/, '');
  const isDoubtful = readSuffix(after) !== undefined || namesPreRelease(after);
  return isDoubtful && !isPreRelease(written) ? undefined : addName(written, after, hasDate);
}

/**
 * Adds the text after a version as its name. Undefined if the text may be part of a sentence, such
 * as text after a space in a heading without a date.
 */
function addName(version: string, after: string, hasDate: boolean): VersionMatch | undefined {
  const isApart = /^\s*(?:$|[-–—:,;()“"|/\]”])/.test(after);
  // A first word that contains a number may be a suffix of the version.
  const isName = hasDate && !/^\s*(?:\p{L}{1,20}[.\-_]?)?\d/u.test(after);
  return isApart || isName ? { version, name: nameOf(after) } : undefined;
}

const unreleased =
  /^(?:unreleased|upcoming|next|next (?:version|release)|vnext|in development|work in progress)(?: changes)?$/i;

function nameOf(text: string): string {
  const name = trimSeparators(text);
  return unreleased.test(name) || /^(?:tb[ad]|wip|pending|stable)$/i.test(name) ? '' : name;
}

/** Removes empty brackets, and separators at both ends. */
function trimSeparators(text: string): string {
  const edge = /[\s\-–—:,;|/()[\]“”"*_`·]/;
  const emptied = text.replace(/\(\s*\)|\[\s*\]/g, ' ');
  let [from, to] = [0, emptied.length];
  while (from < to && edge.test(emptied[from] ?? '')) from += 1;
  while (to > from && edge.test(emptied[to - 1] ?? '')) to -= 1;
  return emptied.slice(from, to).replace(/^\p{Extended_Pictographic}\ufe0f?\s*/u, '');
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const day = '(\\d{1,2})(?:st|nd|rd|th)?';

/** Formats of dates in headings: 2026-01-31, 2026/1/31, January 31, 2026, 31 Jan 2026. */
const dateForms = [
  { pattern: /(?<![\w.])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\w.]*\d)/, parts: [1, 3, 4] },
  { pattern: new RegExp(`\\b${month}\\s{1,3}${day},?\\s{1,3}(\\d{4})\\b`, 'i'), parts: [3, 1, 2] },
  { pattern: new RegExp(`\\b${day}\\s{1,3}${month},?\\s{1,3}(\\d{4})\\b`, 'i'), parts: [3, 2, 1] },
] as const;

interface FoundDate {
  /**
   * The day in the form `2026-01-31`; undefined for days that do not exist, such as February 30.
   */
  day: string | undefined;
  /** The date as written in the heading. */
  written: string;
}

/** Finds the first date in a heading. */
function findDate(text: string): FoundDate | undefined {
  for (const { pattern, parts } of dateForms) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [year = '', month = '', day = ''] = parts.map((part) => found[part]);
    return { day: toDay(year, monthOf(month), Number(day)), written: found[0] };
  }
  return undefined;
}

function monthOf(text: string): number {
  const named = months.indexOf(text.slice(0, 3).toLowerCase());
  return named === -1 ? Number(text) : named + 1;
}

function toDay(year: string, month: number, day: number): string | undefined {
  const two = (part: number) => String(part).padStart(2, '0');
  const text = `${year}-${two(month)}-${two(day)}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay && year !== '0000' ? text : undefined;
}
