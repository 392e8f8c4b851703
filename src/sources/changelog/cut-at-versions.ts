import type { Definitions } from '../markdown/definitions.ts';
import { type Heading, outlineOf } from '../markdown/headings.ts';
import type { Note } from '../past/past-release.ts';
import { isKnownTitle, titleOf } from '../text/section-titles.ts';
import { looksLikeVersion, readVersionHeading, type VersionHeading } from './version-heading.ts';

/** A version of a changelog, and the lines that tell of it. */
export interface VersionPiece {
  heading: VersionHeading;
  /** Of the heading, from 1. */
  line: number;
  /** The line at which its text begins, from 1. */
  firstLine: number;
  lines: string[];
}

export interface Cut {
  pieces: VersionPiece[];
  notes: Note[];
  /** How many headings look like versions, but cannot be read as one. */
  leftOut: number;
}

/** A heading, and the version that it is, or that it only looks like. */
interface ReadHeading extends Heading {
  version: VersionHeading | undefined;
  alike: ReturnType<typeof looksLikeVersion>;
}

/** Most changelogs begin with a title: a sync does not report it each time. */
export const titleNote = 'taken for the title of the file';

/**
 * Cuts a changelog at the headings of its versions, in time that grows with its length. Versions
 * may be of several levels, as semantic-release writes them; any other heading that is as high as
 * the highest of them ends a version, and is named with its line.
 */
export function cutAtVersions(lines: readonly string[], definitions: Definitions): Cut {
  const { headings, hidden, unclosed } = outlineOf(lines);
  const read = headings.map((heading) => readHeading(heading, definitions));
  const highest = Math.min(...read.flatMap(({ version, level }) => (version ? level : [])));
  const edges = read.filter((heading) => heading.version || endsVersion(heading, highest));
  const stray = strayHeadings(read, edges);
  const pieces = edges.flatMap((edge, index) => pieceOf(edge, edges[index + 1], lines));
  return {
    pieces,
    leftOut: stray.filter(({ alike }) => alike).length,
    notes: [
      ...stray.map((heading) => toNote(heading, whyLeftOut(heading, heading === read[0]))),
      ...hidden.filter((one) => readHeading(one, definitions).version).map(toHiddenNote),
      ...unclosed.map(({ line, what }) => ({
        line: line + 1,
        what: `a ${what} is opened and never closed: it is taken to end with its version`,
      })),
    ],
  };
}

/** Below the third level there are only parts of versions. */
function readHeading(heading: Heading, definitions: Definitions): ReadHeading {
  const { level, text } = heading;
  if (level > 3) return { ...heading, version: undefined, alike: undefined };
  const version = readVersionHeading(text, definitions);
  return { ...heading, version, alike: version ? undefined : looksLikeVersion(text, definitions) };
}

/** With a date, a heading of any level is another version: its text belongs to no other. */
function endsVersion({ level, text, alike }: ReadHeading, highest: number): boolean {
  return alike?.isDated === true || (level <= highest && !isKnownTitle(titleOf(text)));
}

function pieceOf(
  { version, line, height }: ReadHeading,
  next: ReadHeading | undefined,
  lines: readonly string[],
): VersionPiece[] {
  if (!version) return [];
  const from = line + height;
  let to = next?.line ?? lines.length;
  while (to > from && between.test(lines[to - 1] ?? '')) to -= 1;
  return [{ heading: version, line: line + 1, firstLine: from + 1, lines: lines.slice(from, to) }];
}

/** Blank lines, rules, and the anchor of the next version. */
const between =
  /^\s*(?:([-*_])(?:[ \t]*\1){2,}[ \t]*|<a (?:name|id)=["']?[^"'<>]*["']?[ \t]*(?:\/>|><\/a>)[ \t]*)?$/;

/** Headings that belong to no version. */
function strayHeadings(all: readonly ReadHeading[], edges: readonly ReadHeading[]): ReadHeading[] {
  const ends = new Set(edges.filter(({ version }) => !version));
  let isStray = true;
  return all.filter((heading) => {
    if (heading.version) isStray = false;
    else if (ends.has(heading)) isStray = true;
    return isStray;
  });
}

/** The heading that a file begins with is its title. */
function whyLeftOut({ alike, level }: ReadHeading, isFirst: boolean): string {
  if (alike) return 'looks like a version, but cannot be read as one: left out with its text';
  if (isFirst && level === 1) return titleNote;
  return 'not a version, and left out with what stands below it';
}

function toHiddenNote(heading: Heading): Note {
  return toNote(heading, 'looks like a version, but stands in code or a comment');
}

function toNote({ line, text }: Heading, what: string): Note {
  return { line: line + 1, what: `“${titleOf(text)}”: ${what}` };
}
