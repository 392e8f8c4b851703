import { ambiguousDate, findDate, toAsciiForms } from '../../lib/text/find-date.ts';
import { oneLine } from '../../lib/text/text.ts';
import { blockParser } from '../markdown/parser.ts';
import { withoutTags } from '../markdown/raw-tags.ts';
import { addressOf, type References } from '../markdown/references.ts';
import { isPreRelease, preReleaseWord } from '../past/pre-release.ts';
import { attributes, emojiName, kindOfTitle, titleOf } from '../text/section-titles.ts';
import { labelAlone, labelAtEnd } from './date-line.ts';
import { addSuffix, nameOf, pending, trimSeparators, unreleasedStart } from './version-name.ts';

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

const noProducts: ReadonlySet<string> = new Set();

/**
 * Parses a heading as a version; undefined if the heading is not a version.
 * @param products names after which a version may have two numbers, in lower case
 */
export function readVersionHeading(
  heading: string,
  references?: References,
  products = noProducts,
): VersionHeading | undefined {
  if (heading.length > maxLength || !mayBeVersion.test(heading)) return undefined;
  const { text, date, isDateFirst, platform, ...others } = splitHeading(heading, references);
  const result =
    matchVersion(text, date !== undefined, products) ??
    (isDateFirst && !hasNumber.test(text) ? { name: text, isDated: true } : undefined);
  if (!result) return undefined;
  const name = [result.name, platform].filter(Boolean).join(' ');
  return {
    version: result.isDated ? date?.written.replace(/^v/i, '') : undefined,
    ...{ package: undefined, hasName: false, isDated: false },
    ...result,
    ...others,
    name,
    day: date?.day,
    wrongDate: date ? (date.day ? undefined : date.written) : ambiguousDate.exec(name)?.[0],
  };
}

/** The name in front of a number at the end of a heading, in lower case. */
export function productIn(heading: string): string | undefined {
  if (heading.length > maxLength || !/^[^\p{L}\d]*(?!v?\d)\p{L}.*\d\.\d/isu.test(heading))
    return undefined;
  const { text } = splitHeading(heading);
  const { lead, product = '' } =
    (news.exec(text) ?? joined.exec(text) ?? named.exec(text))?.groups ?? {};
  if (lead !== undefined) return toProduct(lead);
  return product !== '' && isProduct(product) ? toProduct(product) : undefined;
}

/**
 * Whether a heading that cannot be parsed resembles a version. It must begin with a number of three
 * parts. A shorter number is enough if the heading also has a date or a word for pre-releases.
 * @param isHigh whether the version above has no higher level. Then a name may be in front of the
 * number
 */
export function looksLikeVersion(heading: string, isHigh: boolean): boolean {
  if (!mayBeVersion.test(heading) || kindOfTitle(titleOf(heading)) !== undefined) return false;
  const { text, date } = splitHeading(heading.slice(0, maxLength));
  if (isHigh && namedNumber.test(text) && !verb.test(text)) return true;
  const [, before = '', number = ''] = beginning.exec(text) ?? [];
  // A section that has a date of its own is rare.
  if (date !== undefined) return number !== '' || /\d/.test(text);
  return (
    number !== '' &&
    (threeNumbers.test(number) || preReleaseWord.test(before) || isPreRelease(text))
  );
}

/** Matches a number after words that may be a name, as in “Board_1.2.3” or “log4j 2.17 (May)”. */
const namedNumber =
  /^(?:[\p{L}\d.&]{1,50}[ _/-]){0,4}?\p{L}[\p{L}\d&]{0,50}[ _/-]?v?\d+\.\d[\w.+-]*(?:$| \()/iu;

/** Matches whatever has a number, or a word for unreleased changes. */
const mayBeVersion = new RegExp(`\\p{Nd}|${pending}`, 'iu');

const beginning =
  /^(?:(release candidate|[\w.@/-]{1,100})[\s@:,]{1,9})?(?:version\s+)?[(+]{0,2}(?:v?(?=\d{1,20}\.\d)|v)(\d.*)$/i;
const maxLength = 1000;
const yanked = /[[(]?\byanked\b[\])]?/i;

/** Splits a heading into its parts. `text` is the rest, without the other parts. */
function splitHeading(heading: string, references?: References) {
  const written = blockParser.utils.unescapeAll(
    withoutTags(toAsciiForms(heading.replace(attributes, ''))),
  );
  const { text, links } = extractLinks(oneLine(written).replace(emojiName, ' '), references);
  const isYanked = yanked.test(text);
  const dotted = findDate(text, true);
  // 2026.01.31 is a date only if the rest of the heading has a version.
  const isDate =
    dotted && (!dotted.isDotted || matchVersion(cutDate(text, dotted.written).rest, true)?.version);
  const [place] = placeholder.exec(text) ?? [];
  const later = place === undefined ? undefined : { day: undefined, written: place };
  const date = isDate ? dotted : (findDate(text) ?? later);
  const { rest, isFirst } = cutDate(text, date?.written ?? '');
  const [platform = ''] = verb.test(rest) ? [] : (forPlatform.exec(rest) ?? []);
  const own = rest.slice(0, rest.length - platform.length).replace(/^unreleased\)\s+(?=\S)/i, '');
  const isDateFirst = date !== undefined && isFirst;
  return { text: own, date, isDateFirst, isYanked, links, platform: platform.trim() };
}

/** Matches what stands for a date to come, as in “YYYY-MM-DD” or the `ReleaseDate` of cargo-release. */
export const placeholder =
  /(?<!\w)(?:ReleaseDate|(?:Y{4}|x{2,4}|\?{2,4}|20xx)([-/. ])(?:M{2}|x{2,3}|\?\?)\1(?:DD|x{2,4}|\?\?))(?!\w)/i;

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
    if (isAfter) return ' ';
    return url === undefined && hasNumber.test(text.slice(0, at)) ? ` (${label}) ` : ` ${label} `;
  });
  return { text: rest, links };
}

const link = /\[([^[\]]+)\](?:\(([^()\s]*)[^()]*\)|\[([^[\]]*)\])?/g;
const hasNumber = /\d\.\d|^\W*v?\d/i;

/** What the text of a heading says without its date and links. */
type VersionMatch = Pick<VersionHeading, 'name'> & Partial<VersionHeading>;

const number =
  '(?<version>\\d{1,20}(?:(?:\\.\\d{1,20}){1,5}|\\.(?:alpha|beta|rc))(?:[-+._~]?[a-z\\d][\\w.+~-]{0,80})?)';
const word =
  '(?:versi(?:on|ón|one)|versão|release|rel\\.?)(?:\\s*:\\s*|\\s+(?:[-–—]\\s+)?)|(?:バージョン|版本号?|الإصدار)\\s*:?\\s*';

/**
 * A version must end at a word boundary, so that a part of a version such as `1.0.0-rc.1` never
 * matches.
 */
const end = '[-+._]{0,9}(?=$|[\\s–—:,;(“"|/])(?<after>.*)$';

/**
 * Which versions are recognised in headings without a date: every version, versions with three
 * numbers, or none.
 */
const [anyVersion, threeNumbers, none] = [/^/, /^\d+\.\d+\.\d/, /^(?!)/];

/** A word of a product's name. */
const name = '[\\p{L}\\d@.&][^\\s:]{0,99}';

/**
 * Names may be those of products. A name may also be the start of a sentence, so without a date, the
 * version must have three numbers.
 */
const named = withProduct('\\s+');

/** With a sign after the name, the text may also be about a dependency. */
const joined = withProduct('(?::|\\s+[-–—])\\s+');

function withProduct(gap: string): RegExp {
  const product = `(?<product>(?:${name}\\s+){0,4}${name})`;
  return atStart(`(?!v\\d)${product}${gap}(?:version\\s+)?v?${number}${end}`);
}

const overview = '(?:(?:overview of|major|notable|noteworthy)\\s+)?';

/** Titles in front of a version. Below the highest level, they are those of sections. */
const news = atStart(
  `(?<lead>(?:release notes|new features|(?:what[’']s )?new|news|${overview}changes|changelog)(?:\\s*[-–—:]|\\s+(?:in|for|of)))(?:\\s+\\p{L}[^\\s:]{0,99}){0,3}?\\s+v?${number}${end}`,
);

const changes = `${overview}(?:\\p{L}+\\s+)?changes (?:between|from) \\S.{0,60}? (?:and|to) (?:\\S{1,50} )?v?`;

/** The forms of headings. `hyphened` is the name of a product whose words hyphens join. */
const forms = [
  { pattern: atStart(`(?:${word})?(?:v\\.?\\s?|\\+\\+)?${number}${end}`), needs: anyVersion },
  { pattern: atStart(`(?<package>@?[\\w./-]{1,100})@v?${number}${end}`), needs: anyVersion },
  { pattern: atStart(`(?<lead>${changes})${number}$`), needs: threeNumbers },
  { pattern: news, needs: threeNumbers },
  { pattern: named, needs: threeNumbers },
  { pattern: joined, needs: none },
  { pattern: atStart(`(?!v\\d)(?<hyphened>\\p{L}[^\\s:]{0,100}?)-v?${number}${end}`), needs: none },
  {
    pattern: atStart(
      `(?:version\\s+v?|(?:release\\s+)?v)(?<version>\\d{1,9}(?:-[a-z][\\w.+~-]{0,80})?)${end}`,
    ),
    needs: anyVersion,
  },
  { pattern: atStart('(?<version>\\d{1,9})$'), needs: none },
];

function atStart(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})`, 'iu');
}

function matchVersion(
  text: string,
  hasDate: boolean,
  products = noProducts,
): VersionMatch | undefined {
  if (hasDate && labelAlone.test(text)) return { name: '', isDated: true };
  const title = unreleasedStart.exec(text)?.[0];
  if (title !== undefined) return { name: nameOf(text.slice(title.length)) };
  for (const { pattern, needs } of forms) {
    const { version, after = '', package: own, ...names } = pattern.exec(text)?.groups ?? {};
    const product = names.product ?? names.hyphened?.replaceAll('-', ' ');
    const isKnown = products.has(toProduct(names.hyphened ?? names.lead ?? product));
    if (version === undefined || !(hasDate || isKnown || needs.test(version))) continue;
    if (!isProduct(product, hasDate, after)) return undefined;
    const hasName = Object.values(names).some(Boolean) && !isKnown;
    const result = addSuffix(version, after, hasDate);
    return result && { ...result, package: own, hasName };
  }
  return undefined;
}

function toProduct(name = ''): string {
  return name.trim().toLowerCase();
}

/**
 * Whether words in front of a version, if there are any, are the name of a product. Without a date,
 * they may also be the start of a sentence, such as “Support for”, so each of several words has to
 * begin like a name.
 */
function isProduct(text: string | undefined, hasDate = false, after = ''): boolean {
  if (text === undefined) return true;
  const words = text.trim().split(/\s+/);
  if (words.some((word) => preReleaseWord.test(word) || versionWord.test(word))) return false;
  if (hasDate) return true;
  const areNames = words.every((word) => /^[\p{Lu}\d@.&]/u.test(word)) && !verb.test(text);
  return after === '' && (words.length === 1 || areNames);
}

/** Matches words that are versions, such as `1.0`, `v12` or the end of `board@12`. */
const versionWord = /\d\.\d|(?:^|@)v\d|@\d/i;

const verb =
  /^(?:upgrad|updat|bump|support|requir|migrat|minimum|us|add|remov|drop|fix|break|chang|revert)(?:e|es|ed|ing|s)?\b/i;
