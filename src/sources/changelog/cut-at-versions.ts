import { type Block, isList } from '../markdown/markdown.ts';
import { type Heading, headingOf, readOutline } from '../markdown/outline.ts';
import type { References } from '../markdown/references.ts';
import type { Note } from '../past/past-release.ts';
import { titleOf } from '../text/section-titles.ts';
import { takeDate } from './date-line.ts';
import { looksLikeVersion, readVersionHeading, type VersionHeading } from './version-heading.ts';

/** A version's heading and its text. */
export interface VersionPiece {
  heading: VersionHeading;
  /** Line of the heading, counted from 1. */
  line: number;
  blocks: readonly Block[];
}

/** A heading, and the version that it names (`version`) or only resembles (`isAlike`). */
interface ReadHeading extends Heading {
  version: VersionHeading | undefined;
  isAlike: boolean;
}

/**
 * Note about the title of a changelog. Syncs do not report it, because most changelogs have a
 * title.
 */
export const titleNote = 'treated as the title of the file';

/**
 * Splits a changelog at its version headings, in linear time. Version headings may have different
 * levels, as in the output of semantic-release. Any other heading belongs to the version above it.
 */
export function cutAtVersions(text: string) {
  const outline = readOutline(text, (heading) => readVersion(heading) !== undefined);
  const { references } = outline;
  const all = outline.blocks.map((block) => readHeading(headingOf(block), references));
  const starts = all.flatMap((one, index) => (one?.version ? index : []));
  const pieces = joinParts(
    starts.flatMap((start, index) => {
      const [first, ...below] = all.slice(start, starts[index + 1]);
      const blocks = outline.blocks.slice(start, starts[index + 1]);
      return cutPiece(
        first,
        below.filter((one) => one !== undefined),
        blocks,
      );
    }),
  );
  const intro = all.slice(0, starts[0]).filter((one) => one !== undefined);
  const headings = [...intro, ...pieces.flatMap(({ below }) => below)];
  return {
    pieces: pieces.map(({ heading, line, blocks }): VersionPiece => {
      while (separates(blocks.at(-1))) blocks.pop();
      return { heading, line, blocks };
    }),
    references,
    /** Number of headings that look like a version but cannot be parsed. */
    leftOut: headings.filter((one) => one.isAlike).length,
    notes: [
      ...describeIntro(intro, outline.blocks.slice(0, starts[0] ?? 0)),
      ...pieces.flatMap(describeParts),
      ...outline.hidden
        .filter((one) => readVersion(one) !== undefined)
        .map((one) =>
          toNote(one, 'looks like a version, but is inside a list, a quotation, code or a comment'),
        ),
    ],
  };
}
function readHeading(
  heading: Heading | undefined,
  references: References,
): ReadHeading | undefined {
  if (!heading) return undefined;
  const version = readVersion(heading, references);
  return { ...heading, version, isAlike: !version && looksLikeVersion(heading.text) };
}

/**
 * Reads a heading as a version. From the fourth level down, a heading has to begin with the version
 * or to have a date.
 */
function readVersion({ level, text, height }: Heading, references?: References) {
  // An underline below several lines is more often a rule.
  if (height > 2) return undefined;
  const version = readVersionHeading(text, references);
  const isSure = level <= 3 || version?.day !== undefined || /^\W*v?\d/i.test(text);
  return isSure ? version : undefined;
}

/** A version with its heading, and the headings in its text. */
interface Cut extends VersionPiece {
  start: ReadHeading;
  below: ReadHeading[];
  blocks: Block[];
}

/** @param blocks the heading's own block, and those of its text */
function cutPiece(
  start: ReadHeading | undefined,
  below: ReadHeading[],
  [title = [], ...blocks]: Block[],
): (Cut & { title: Block })[] {
  if (!start?.version) return [];
  const { day, wrongDate } = start.version;
  const date = (day ?? wrongDate) ? undefined : takeDate(blocks);
  const found = date?.day === undefined ? { wrongDate: date?.written } : { day: date.day };
  const heading = date ? { ...start.version, ...found } : start.version;
  return [{ start, heading, line: start.line + 1, title, blocks, below }];
}

/**
 * Joins pieces without a date to the version above them, if their headings are those of sections: a
 * name and a version, which may be about a dependency, or a package below a version of the whole.
 */
function joinParts(all: readonly (Cut & { title: Block })[]): Cut[] {
  const highest = Math.min(...new Set(all.map(({ start }) => start.level)));
  const pieces: Cut[] = [];
  for (const piece of all) {
    const { start, heading, title, blocks, below } = piece;
    const above = pieces.at(-1);
    const isPackage =
      heading.package !== undefined &&
      above?.heading.package === undefined &&
      start.level > (above?.start.level ?? start.level);
    const isPart = heading.hasName ? start.level > highest : isPackage;
    if (!above || !isPart || heading.day !== undefined || heading.wrongDate !== undefined) {
      pieces.push(piece);
      continue;
    }
    above.below.push({ ...start, isAlike: heading.hasName }, ...below);
    for (const block of [title, ...blocks]) above.blocks.push(block);
  }
  return pieces;
}

/** Whether a block only separates versions: a rule, or the anchor of the next version. */
function separates(block: Block | undefined): boolean {
  const [{ type = '', content = '' } = {}, inline] = block ?? [];
  const anchor = /^\s*<a (?:name|id)=["']?[^"'<>]*["']?\s*(?:\/>|><\/a>)\s*$/;
  return type === 'hr' || anchor.test(content || (inline?.content ?? ''));
}

/**
 * Notes about the text above the first version, which is left out. Paragraphs below the title are
 * usual.
 */
function describeIntro(headings: readonly ReadHeading[], blocks: readonly Block[]): Note[] {
  const isTitled = headings[0]?.level === 1 && !headings[0].isAlike;
  const [titles, below] = [headings.slice(0, Number(isTitled)), headings.slice(Number(isTitled))];
  let covered = Number.POSITIVE_INFINITY;
  const others = below.filter(({ level, isAlike }) => {
    // A note about a heading covers its sub-headings.
    const isOwn = isAlike || level <= covered;
    if (isOwn) covered = level;
    return isOwn;
  });
  const content = blocks.findIndex(
    (block) => isList(block) || /^(?:table_open|fence|code_block)$/.test(block[0]?.type ?? ''),
  );
  const line = blocks[content]?.[0]?.map?.[0] ?? Number.POSITIVE_INFINITY;
  const isAbove = line < (others[0]?.line ?? Number.POSITIVE_INFINITY);
  const what = 'the text above the first version was left out';
  return [
    ...titles.map((heading) => toNote(heading, titleNote)),
    ...(isAbove ? [{ line: line + 1, what, isLeftOut: true }] : []),
    ...others.map((heading) => {
      const about = heading.isAlike
        ? 'looks like a version but cannot be parsed; the heading and its text were left out'
        : 'is not a version; the heading and the text below it were left out';
      return { ...toNote(heading, about), isLeftOut: true };
    }),
  ];
}

/** Notes about headings that look like versions, and are shown with the version above them. */
function describeParts({ heading: { version = 'Unreleased' }, below }: Cut): Note[] {
  const about = `looks like a version; it is shown as a part of ${version}`;
  const named = below.filter(({ isAlike, version }) => isAlike || version);
  return named.map((heading) => toNote(heading, about));
}

function toNote({ line, text }: Heading, what: string): Note {
  return { line: line + 1, what: `“${titleOf(text)}”: ${what}` };
}
