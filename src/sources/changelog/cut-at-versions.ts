import type { Definitions } from '../markdown/definitions.ts';
import { type Heading, readOutline } from '../markdown/headings.ts';
import type { Note } from '../past/past-release.ts';
import { isKnownTitle, titleOf } from '../text/section-titles.ts';
import { looksLikeVersion, readVersionHeading, type VersionHeading } from './version-heading.ts';

/** A version's heading and the lines of its text. */
export interface VersionPiece {
  heading: VersionHeading;
  /** Line of the heading, counted from 1. */
  line: number;
  /** First line of the text, counted from 1. */
  firstLine: number;
  lines: string[];
}

/** A heading, and the version that it names (`version`) or only resembles (`alike`). */
interface ReadHeading extends Heading {
  version: VersionHeading | undefined;
  alike: ReturnType<typeof looksLikeVersion>;
}

/**
 * Note about the title of a changelog. Syncs do not report it, because most changelogs have a
 * title.
 */
export const titleNote = 'treated as the title of the file';

/**
 * Splits a changelog at its version headings, in linear time. Version headings may have different
 * levels, as in the output of semantic-release. Another heading ends a version, and is reported, if
 * its level is at least the highest level of the version headings.
 */
export function cutAtVersions(lines: readonly string[], definitions: Definitions) {
  const { headings, hidden, unclosed } = readOutline(lines);
  const read = headings.map((heading) => readHeading(heading, definitions));
  const highest = Math.min(...read.flatMap(({ version, level }) => (version ? level : [])));
  const edges = read.filter((heading) => heading.version || endsVersion(heading, highest));
  const stray = findStrayHeadings(read, edges);
  const pieces = edges.flatMap((edge, index) => toPiece(edge, edges[index + 1], lines));
  return {
    pieces,
    /** Number of headings that look like a version but cannot be parsed. */
    leftOut: stray.filter(({ alike }) => alike).length,
    notes: [
      ...stray.map((heading) => toNote(heading, describeStray(heading, heading === read[0]))),
      ...hidden
        .filter((one) => readHeading(one, definitions).version)
        .map((one) => toNote(one, 'looks like a version, but is inside code or a comment')),
      ...unclosed.map(({ line, what }) => ({
        line: line + 1,
        what: `a ${what} is not closed, so it was closed at the end of its version`,
      })),
    ],
  };
}

/** Parses a heading. From the fourth level down, headings are always part of a version. */
function readHeading(heading: Heading, definitions: Definitions): ReadHeading {
  const { level, text } = heading;
  if (level > 3) return { ...heading, version: undefined, alike: undefined };
  const version = readVersionHeading(text, definitions);
  return { ...heading, version, alike: version ? undefined : looksLikeVersion(text, definitions) };
}

/**
 * Whether a heading that is not a version ends the version above it. A heading that looks like a
 * dated version always does, whatever its level.
 */
function endsVersion({ level, text, alike }: ReadHeading, highest: number): boolean {
  return alike?.isDated === true || (level <= highest && !isKnownTitle(titleOf(text)));
}

function toPiece(
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

/**
 * Lines that separate versions: blank lines, horizontal rules, and the anchor of the next version.
 */
const between =
  /^\s*(?:([-*_])(?:[ \t]*\1){2,}[ \t]*|<a (?:name|id)=["']?[^"'<>]*["']?[ \t]*(?:\/>|><\/a>)[ \t]*)?$/;

/**
 * Headings that do not belong to any version, without the headings in a text that is already
 * reported as left out.
 */
function findStrayHeadings(
  all: readonly ReadHeading[],
  edges: readonly ReadHeading[],
): ReadHeading[] {
  const ends = new Set(edges.filter(({ version }) => !version));
  let isStray = true;
  let isLeftOut = false;
  return all.filter((heading, index) => {
    if (heading.version) isStray = false;
    else if (ends.has(heading)) {
      isStray = true;
      isLeftOut = !isTitle(heading, index === 0);
      return true;
    }
    return isStray && (!isLeftOut || heading.alike);
  });
}

/** Explains why a heading was left out. The first heading of the file may be its title. */
function describeStray(heading: ReadHeading, isFirst: boolean): string {
  if (heading.alike)
    return 'looks like a version but cannot be parsed; the heading and its text were left out';
  if (isTitle(heading, isFirst)) return titleNote;
  return 'is not a version; the heading and the text below it were left out';
}

function isTitle({ alike, level }: ReadHeading, isFirst: boolean): boolean {
  return isFirst && level === 1 && !alike;
}

function toNote({ line, text }: Heading, what: string): Note {
  return { line: line + 1, what: `“${titleOf(text)}”: ${what}` };
}
