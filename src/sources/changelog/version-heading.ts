import { ambiguousDate, findDate, toAsciiForms } from '../../lib/text/find-date.ts';
import { oneLine } from '../../lib/text/text.ts';
import { blockParser } from '../markdown/parser.ts';
import { withoutTags } from '../markdown/raw-tags.ts';
import { addressOf, type References } from '../markdown/references.ts';
import { isPreRelease, isPreReleaseWord } from '../past/pre-release.ts';
import { emojiName } from '../text/section-titles.ts';
import { labelAtEnd } from './date-line.ts';
import { addSuffix, trimSeparators, unreleased } from './version-name.ts';

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
  /** Links of the heading. The link of the version itself has no title. */
  links: { title?: string; url: string }[];
  /** Whether a name that may be that of a dependency is in front of the version. */
  hasName: boolean;
  /** Whether the date serves as the version. */
  isDated: boolean;
}

/**
 * Parses a heading as a version; undefined if the heading is not a version.
 * @param products names after which a version may have two numbers, in lower case
 */
export function readVersionHeading(
  heading: string,
  references?: References,
  products: ReadonlySet<string> = new Set(),
): VersionHeading | undefined {
  if (heading.length > maxLength || !mayBeVersion.test(heading)) return undefined;
  const { text, date, isDateFirst, isYanked, links, platform } = splitHeading(heading, references);
  const result =
    matchVersion(text, date !== undefined, products) ??
    (isDateFirst && !hasNumber.test(text) ? { name: text, isDated: true } : undefined);
  if (!result) return undefined;
  const { hasName = false, isDated = false } = result;
  const name = [result.name, platform].filter(Boolean).join(' ');
  const { day } = date ?? {};
  const wrongDate = date ? (day ? undefined : date.written) : ambiguousDate.exec(name)?.[0];
  const version = result.version ?? (isDated ? date?.written.replace(/^v/i, '') : undefined);
  const { package: own } = result;
  return { version, name, package: own, day, wrongDate, isYanked, links, hasName, isDated };
}

/** The name in front of a number at the end of a heading, in lower case. */
export function productIn(heading: string): string | undefined {
  if (heading.length > maxLength || !/^[^\p{L}\d]*(?!v?\d)\p{L}.*\d\.\d/isu.test(heading))
    return undefined;
  const [, name = '', version] = named.exec(splitHeading(heading).text) ?? [];
  return version !== undefined && isProduct(name, false) ? toProduct(name) : undefined;
}

/**
 * Whether a heading that cannot be parsed resembles a version. It must begin with a number of three
 * parts. A shorter number is enough if the heading also has a date or a word for pre-releases.
 */
export function looksLikeVersion(heading: string): boolean {
  if (!mayBeVersion.test(heading)) return false;
  const { text, date } = splitHeading(heading.slice(0, maxLength));
  const [, before = '', number = ''] = beginning.exec(text) ?? [];
  if (date !== undefined) return number !== '' || /^\d|[\s@/]v?\d{1,20}\.\d/i.test(text);
  return (
    number !== '' && (threeNumbers.test(number) || isPreReleaseWord(before) || isPreRelease(text))
  );
}

/** Matches whatever has a number, or a word for unreleased changes. */
const mayBeVersion = /\p{Nd}|unreleased|upcoming|next|development|progress/iu;

const beginning =
  /^(?:(release candidate|[\w.@/-]{1,100})[\s@]{1,9})?(?:version\s+)?(?:v?(?=\d{1,20}\.\d)|v)(\d.*)$/i;
const maxLength = 1000;
const yanked = /[[(]?\byanked\b[\])]?/i;

/** Splits a heading into its parts. `text` is the rest, without the other parts. */
function splitHeading(heading: string, references?: References) {
  const written = blockParser.utils.unescapeAll(withoutTags(toAsciiForms(heading)));
  const { text, links } = extractLinks(oneLine(written).replace(emojiName, ' '), references);
  const isYanked = yanked.test(text);
  const dotted = findDate(text, true);
  // 2026.01.31 is a date only if the rest of the heading has a version.
  const isDate =
    dotted && matchVersion(cutDate(text, dotted.written).rest, true)?.version !== undefined;
  const date = isDate ? dotted : findDate(text);
  const { rest, isFirst } = cutDate(text, date?.written ?? '');
  const [platform = ''] = verb.test(rest) ? [] : (forPlatform.exec(rest) ?? []);
  const own = rest.slice(0, rest.length - platform.length).replace(/^unreleased\)\s+(?=\S)/i, '');
  const isDateFirst = date !== undefined && isFirst;
  return { text: own, date, isDateFirst, isYanked, links, platform: platform.trim() };
}

/** Matches the product for which a version is made, as in “1.0.0 for Node 24.1”. */
const forPlatform = /(?<=\d\.\d\S{0,90})\s+for\s+\p{Lu}\S{0,40}\s+v?\d[\w.]{0,20}$/u;

/** Removes a date, with the words in front of it. */
function cutDate(text: string, date: string) {
  const at = text.indexOf(date);
  const before = date === '' ? '' : text.slice(0, at).replace(labelAtEnd, '');
  const after = text.slice(at + date.length);
  return {
    rest: trimSeparators(`${before} ${after}`.replace(yanked, ' ')),
    /** Whether the date is in front of other text, which may be the release's name. */
    isFirst: !/[\p{L}\p{N}]/u.test(before) && /^[\s)\]]*[-–—:|,·•]/.test(after),
  };
}

/**
 * Extracts the links of a heading: `[1.0.0](address)`, `[1.0.0][label]`, or `[1.0.0]`, where the
 * version is also the label. The text of a link that follows the version is not part of the name.
 */
function extractLinks(text: string, references: References | undefined) {
  const links: VersionHeading['links'] = [];
  const rest = text.replace(link, (whole, label: string, address, other, at: number) => {
    const url = address ?? addressOf(other || label, references);
    if (yanked.test(whole)) return whole;
    const isAfter =
      url !== undefined && hasNumber.test(text.slice(0, at)) && !hasNumber.test(label);
    if (url !== undefined) links.push(isAfter ? { title: label, url } : { url });
    return isAfter ? ' ' : ` ${label} `;
  });
  return { text: rest, links };
}

const link = /\[([^[\]]+)\](?:\(([^()\s]*)[^()]*\)|\[([^[\]]*)\])?/g;
const hasNumber = /\d\.\d|^\W*v?\d/i;

interface VersionMatch {
  version?: string;
  name: string;
  package?: string | undefined;
  hasName?: boolean;
  /** Set if the heading has only a date, which then serves as the version. */
  isDated?: true;
}

const number = '(\\d{1,20}(?:\\.\\d{1,20}){1,5}(?:[-+._~]?[a-z\\d][\\w.+~-]{0,80})?)';
const word = '(?:versi(?:on|ón|one)|versão|release|rel\\.?)\\s+|(?:バージョン|版本|الإصدار)\\s*';

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

/**
 * Names may be those of products. A name may also be the start of a sentence, so without a date, the
 * version must have three numbers.
 */
const named = new RegExp(
  `^(?!v\\d)((?:[\\p{L}\\d@.&][^\\s:]{0,99}\\s+){1,5})(?:version\\s+)?v?${number}${end}`,
  'iu',
);

const forms: Form[] = [
  { pattern: new RegExp(`^(?:${word})?()(?:v\\.?)?${number}${end}`, 'iu'), needs: anyVersion },
  {
    pattern: new RegExp(`^(@?[\\w./-]{1,100})@v?${number}${end}`, 'i'),
    needs: anyVersion,
    readName: (name) => ({ package: name }),
  },
  {
    pattern: new RegExp(
      `^(?:\\p{L}+\\s+)?changes (?:between|from) (\\S.{0,60}?) (?:and|to) (?:\\S{1,50} )?v?${number}()$`,
      'iu',
    ),
    needs: none,
    readName: () => ({}),
  },
  { pattern: named, needs: threeNumbers, readName },
  {
    pattern: new RegExp(`^(?!v\\d)(\\p{L}[^\\s:]{0,100}?)-v?${number}${end}`, 'iu'),
    needs: none,
    readName: (name, ...more) => readName(name.replaceAll('-', ' '), ...more),
  },
  {
    pattern: new RegExp(
      `^()(?:version\\s+v?|(?:release\\s+)?v)(\\d{1,9}(?:-[a-z][\\w.+~-]{0,80})?)${end}`,
      'i',
    ),
    needs: anyVersion,
  },
  { pattern: /^()(\d{1,9})()$/, needs: none },
];

/** A form of headings: a name, a version and other text. */
interface Form {
  pattern: RegExp;
  needs: RegExp;
  /** What the name in front of the version says; undefined if the heading is not a version. */
  readName?: (name: string, hasDate: boolean, after: string) => Partial<VersionMatch> | undefined;
}

function readName(
  name: string,
  hasDate: boolean,
  after: string,
): Partial<VersionMatch> | undefined {
  return isProduct(name, hasDate) && (hasDate || after === '') ? { hasName: true } : undefined;
}

function matchVersion(
  text: string,
  hasDate: boolean,
  products: ReadonlySet<string> = new Set(),
): VersionMatch | undefined {
  if (text === '') return hasDate ? { name: '', isDated: true } : undefined;
  if (unreleased.test(text)) return { name: '' };
  for (const { pattern, needs, readName = () => ({}) } of forms) {
    const [, before = '', version, after = ''] = pattern.exec(text) ?? [];
    const isKnown = products.has(toProduct(before));
    if (version === undefined || !(hasDate || isKnown || needs.test(version))) continue;
    const [result, name] = [addSuffix(version, after, hasDate), readName(before, hasDate, after)];
    return result && name && { ...result, ...name, ...(isKnown && { hasName: false }) };
  }
  return undefined;
}

function toProduct(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * Whether words are the name of a product. Without a date, they may also be the start of a
 * sentence, such as “Support for”, so each of several words has to begin like a name.
 */
function isProduct(text: string, hasDate: boolean): boolean {
  const words = text.trim().split(/\s+/);
  if (words.some((word) => isPreReleaseWord(word) || versionWord.test(word))) return false;
  if (hasDate || words.length === 1) return true;
  return words.every((word) => /^[\p{Lu}\d@.&]/u.test(word)) && !verb.test(text);
}

/** Matches words that are versions, such as `1.0`, `v12` or the end of `board@12`. */
const versionWord = /\d\.\d|(?:^|@)v\d|@\d/i;

const verb =
  /^(?:upgrad|updat|bump|support|requir|migrat|minimum|us|add|remov|drop|fix|break|chang|revert)(?:e|es|ed|ing|s)?\b/i;
