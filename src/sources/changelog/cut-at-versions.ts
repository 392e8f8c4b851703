import { findDate, readerOf } from '../../lib/text/find-date.ts';
import { SettingsError } from '../../model/errors.ts';
import type { Block } from '../markdown/markdown.ts';
import { type Heading, headingOf, readOutline, unifyLines } from '../markdown/outline.ts';
import type { References } from '../markdown/references.ts';
import { textOf } from '../text/section-titles.ts';
import { type Below, describeIntro, describeParts, toNote } from './cut-notes.ts';
import { takeDate } from './date-line.ts';
import {
  looksLikeVersion,
  productIn,
  readVersionHeading,
  type VersionHeading,
} from './version-heading.ts';
import { plans, trimSeparators } from './version-name.ts';

/** A version, with the block of its heading and its text. */
export interface Cut {
  heading: VersionHeading;
  start: Heading;
  title: Block;
  /** The headings among its blocks that are reported. */
  below: Below[];
  blocks: Block[];
}

const hiddenNote = 'looks like a version, but is in a list, a quotation, code, HTML or a comment';

/**
 * Splits a changelog at its version headings, in linear time. Version headings may have different
 * levels, as in the output of semantic-release. Any other heading belongs to the version above it.
 * @param name the file's name in error messages
 * @throws SettingsError if there are too many versions
 */
export function cutAtVersions(text: string, name = 'The changelog') {
  const outline = readVersions(text);
  const { references } = outline;
  const headings = outline.blocks.map(headingOf);
  const products = findProducts(headings.filter((heading) => heading !== undefined));
  const intro: Pick<Cut, 'below' | 'blocks'> = { below: [], blocks: [] };
  const cuts: Cut[] = [];
  for (const [index, block] of outline.blocks.entries()) {
    const start = headings[index];
    const heading = start && readVersion(start, references, products);
    if (heading) cuts.push({ heading, start, title: block, below: [], blocks: [] });
    const { below, blocks } = cuts.at(-1) ?? intro;
    if (!heading) blocks.push(block);
    if (!start || heading) continue;
    const above = cuts.at(-1)?.start.level ?? 0;
    const isAlike = looksLikeVersion(start.text, start.level <= above);
    if (isAlike || below === intro.below) below.push({ ...start, isAlike });
  }
  const { pieces: joined, series } = joinParts(takeDatesAbove(bounded(cuts, name).map(withDate)));
  // A part may begin with the date of its version.
  const pieces = takeDateOfTitle(withOrder(joined.map(withDate)), intro.below.at(-1));
  const hidden = outline.hidden.filter(isVersion);
  const others = [...intro.below, ...pieces.flatMap(({ below }) => below)];
  return {
    pieces: pieces.map(withoutEnd),
    references,
    /** Number of headings that look like a version but cannot be parsed. */
    leftOut: others.filter((one) => one.isAlike).length,
    notes: [
      ...describeIntro(intro.below, pieces.length > 0 ? intro.blocks : []),
      ...series.map((heading) => toNote(heading, 'treated as the title of the versions below it')),
      ...describeParts(pieces),
      ...hidden.map((heading) => toNote(heading, hiddenNote)),
    ],
  };
}

/** Five times the versions of the largest changelogs. Each takes time, however short it is. */
const maxVersions = 10_000;

function bounded(cuts: readonly Cut[], name: string): readonly Cut[] {
  if (cuts.length <= maxVersions) return cuts;
  const most = maxVersions.toLocaleString('en');
  throw new SettingsError(`${name} has more than ${most} versions. Make it smaller or split it.`);
}

/** Reads a text whose versions are headings or, without those, lines that say nothing else. */
function readVersions(text: string) {
  const outline = readOutline(text, {}, isVersion);
  const hasHeadings = outline.blocks.map(headingOf).some((one) => one && isVersion(one));
  const unified = unifyLines(text);
  const lifted = hasHeadings ? unified : unified.replace(listed, toHeading);
  return lifted === unified ? outline : readOutline(lifted, {}, isVersion);
}

/** Matches a line or an item of a list that may be a version, as in the files of ESLint and Symfony. */
const listed = /^ {0,3}(?:[-*+] +)?(\**v?\d+\.\d[^\r\n]{0,60})$(?!\n+(?: {4}|\t))/gm;

function toHeading(line: string, text: string): string {
  const version = readVersionHeading(text);
  return version?.day !== undefined && version.name === '' ? `## ${text}` : line;
}

function isVersion(heading: Heading): boolean {
  return readVersion(heading) !== undefined;
}

/**
 * Reads a heading as a version. From the fourth level down, a heading has to begin with the version
 * or to have a date.
 */
function readVersion(heading: Heading, references?: References, products?: ReadonlySet<string>) {
  const { level, text, height } = heading;
  // An underline below several lines is more often a rule.
  if (height > 2) return undefined;
  const version = readVersionHeading(text, references, products);
  const isSure = level <= 3 || version?.day !== undefined || /^\W*v?\d/i.test(text);
  return isSure ? version : undefined;
}

/**
 * Names of products: those in front of a number in at least three headings, which are not below the
 * headings of versions.
 */
function findProducts(headings: readonly Heading[]): Set<string> {
  const named = headings.flatMap(({ level, text }) => {
    const name = productIn(text);
    return name === undefined ? [] : { name, level };
  });
  if (named.length < 3) return new Set();
  const byLevel = headings.toSorted((a, b) => a.level - b.level);
  const { level: highest = 6 } = byLevel.find((one) => readVersion(one)?.hasName === false) ?? {};
  const groups = Map.groupBy(named, ({ name }) => name);
  const isProduct = (all: typeof named) => all.filter(({ level }) => level <= highest).length >= 3;
  return new Set([...groups].flatMap(([name, all]) => (isProduct(all) ? name : [])));
}

/** The version with the date below its heading, if that has none. The date leaves the text. */
function withDate(cut: Cut): Cut {
  const date = hasDate(cut.heading) ? undefined : takeDate(cut.blocks);
  if (!date) return cut;
  const found = date.day === undefined ? { wrongDate: date.written } : { day: date.day };
  return { ...cut, heading: { ...cut.heading, ...found } };
}

/** Reads dates such as 3/4/2026, if another date of the file shows which of the numbers is the day. */
function withOrder(cuts: readonly Cut[]): Cut[] {
  const read = readerOf(cuts.map(({ heading }) => heading.wrongDate ?? ''));
  return cuts.map((cut) => {
    const { wrongDate = '', name } = cut.heading;
    const day = read(wrongDate);
    if (day === undefined) return cut;
    const own = trimSeparators(name.replace(wrongDate, ' '));
    return { ...cut, heading: { ...cut.heading, day, wrongDate: undefined, name: own } };
  });
}

/** Moves the date of a lower heading directly above a version to that version. */
function takeDatesAbove(cuts: readonly Cut[]): Cut[] {
  const isAbove = (at: number) => isDateOf(cuts[at], cuts[at + 1], cuts[at - 1]);
  return cuts.flatMap((cut, at) => {
    const { day, wrongDate } = cuts[at - 1]?.heading ?? {};
    if (isAbove(at)) return [];
    return isAbove(at - 1) ? { ...cut, heading: { ...cut.heading, day, wrongDate } } : cut;
  });
}

/** Whether a heading is the date of the next version. It may also be that of an empty one above. */
function isDateOf(date: Cut | undefined, next: Cut | undefined, above: Cut | undefined): boolean {
  if (!date?.heading.isDated || date.heading.name !== '' || !date.blocks.every(separates))
    return false;
  const isOfNext = next && date.start.level > next.start.level && !hasDate(next.heading);
  const isOfAbove = above && !hasDate(above.heading) && above.blocks.every(separates);
  return isOfNext === true && !isOfAbove;
}

/** Gives the date of the title to the first version if that is the only one without a date. */
function takeDateOfTitle(cuts: readonly Cut[], title: Heading | undefined): readonly Cut[] {
  const [first, ...others] = cuts;
  const date = title && findDate(title.text);
  if (!first || !date?.day || others.some(({ heading }) => !hasDate(heading))) return cuts;
  const isTaken = hasDate(first.heading) || first.heading.version === undefined;
  return isTaken ? cuts : [{ ...first, heading: { ...first.heading, day: date.day } }, ...others];
}

/**
 * Joins pieces to the version above them if their headings are those of sections. The heading of a
 * series, which has no text of its own above its versions, is only a title.
 */
function joinParts(all: readonly Cut[]): { pieces: Cut[]; series: Heading[] } {
  const highest = Math.min(...new Set(all.map(({ start }) => start.level)));
  const pieces: Cut[] = [];
  const series: Heading[] = [];
  for (const [index, piece] of all.entries()) {
    const { start, heading, title, blocks, below } = piece;
    const above = pieces.at(-1);
    if (isSeries(all, index)) series.push(start);
    else if (!above || !isPart(piece, above, highest)) pieces.push(piece);
    else {
      above.below.push({ ...start, isAlike: heading.hasName }, ...below);
      for (const block of [title, ...blocks]) above.blocks.push(block);
    }
  }
  return { pieces, series };
}

/**
 * Whether a heading is that of a series, such as `1.1.0` above `1.1.0b` and `1.1.0a`, or `v1` above
 * `v1.0` and `v1.0.2`.
 */
function isSeries(all: readonly Cut[], at: number): boolean {
  const [cut, next] = [all[at], all[at + 1]];
  if (!cut || !next || next.start.level <= cut.start.level) return false;
  const { version = '?' } = cut.heading;
  const { version: below = '' } = next.heading;
  const rest = below.startsWith(version) ? below.slice(version.length) : '';
  return (
    /^(?:(?:\.\d+)+|[a-z])$/.test(rest) &&
    !hasDate(cut.heading) &&
    cut.blocks.every(separates) &&
    (next.heading.day !== undefined || isSeries(all, at + 1))
  );
}

/**
 * Whether a heading is that of a section: a name and a version, which may be about a dependency, a
 * date, a package below a version of the whole, a number without a dot, or plans, such as “Next”.
 * Except for a date, they are versions if they have a date.
 */
function isPart({ heading, start }: Cut, above: Cut, highest: number): boolean {
  const isLower = start.level > above.start.level;
  if (heading.version === undefined && plans.test(textOf(start.text)))
    return isLower && above.heading.version !== undefined;
  if (heading.isDated) return start.level > highest;
  if (hasDate(heading)) return false;
  if (heading.hasName) return start.level > highest;
  const isPackage = heading.package !== undefined && above.heading.package === undefined;
  const isNumber = /^\d+$/.test(heading.version ?? '') && /\./.test(above.heading.version ?? '');
  return (isPackage && isLower) || (isNumber && above.heading.day !== undefined);
}

function hasDate({ day, wrongDate }: VersionHeading): boolean {
  return (day ?? wrongDate) !== undefined;
}

/** The version without separators at the end of its text. */
function withoutEnd(cut: Cut): Cut {
  const end = cut.blocks.findLastIndex((block) => !separates(block)) + 1;
  return { ...cut, blocks: cut.blocks.slice(0, end) };
}

/** Whether a block only separates versions: a rule, or the anchor of the next version. */
function separates([first, inline]: Block): boolean {
  const anchor = /^\s*<a (?:name|id)=["']?[^"'<>]*["']?\s*(?:\/>|><\/a>)\s*$/;
  return first?.type === 'hr' || anchor.test(first?.content || (inline?.content ?? ''));
}
