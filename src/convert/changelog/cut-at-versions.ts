import type { Definitions } from '../markdown/definitions.ts';
import { type Heading, outlineOf } from '../markdown/headings.ts';
import type { Note } from '../past/past-release.ts';
import { isKnownTitle, titleOf } from '../text/section-titles.ts';
import { readVersionHeading, type VersionHeading } from './version-heading.ts';

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
}

/** A heading of a version, or one that ends the version before it and is none. */
type Edge = Heading & { version: VersionHeading | undefined };

/**
 * Cuts a changelog at the headings of its versions, in time that grows with its length. Versions
 * may be of several levels, as semantic-release writes them; any other heading that is as high as
 * the highest of them ends a version, and is named with its line.
 */
export function cutAtVersions(lines: readonly string[], definitions: Definitions): Cut {
  const { headings, hidden, unclosed } = outlineOf(lines);
  const read = headings.map((heading) => ({
    ...heading,
    version: versionOf(heading, definitions),
  }));
  const highest = Math.min(...read.flatMap(({ version, level }) => (version ? level : [])));
  const edges = read.filter((heading) => heading.version || endsVersion(heading, highest));
  const pieces = edges.flatMap((edge, index) => pieceOf(edge, edges[index + 1], lines));
  return {
    pieces,
    notes: [
      ...strayNotes(read, edges),
      ...hidden.filter((one) => versionOf(one, definitions)).map(toHiddenNote),
      ...unclosed.map(({ line, what }) => ({
        line: line + 1,
        what: `a ${what} is opened and never closed: it is taken to end with its version`,
      })),
    ],
  };
}

/** Below the third level there are only parts of versions. */
function versionOf({ level, text }: Heading, definitions: Definitions): VersionHeading | undefined {
  return level <= 3 ? readVersionHeading(text, definitions) : undefined;
}

function endsVersion({ level, text }: Heading, highest: number): boolean {
  return level <= highest && !isKnownTitle(titleOf(text));
}

function pieceOf(
  { version, line, height }: Edge,
  next: Edge | undefined,
  lines: readonly string[],
): VersionPiece[] {
  if (!version) return [];
  const from = line + height;
  let to = next?.line ?? lines.length;
  // Rules stand between versions, not in them.
  while (to > from && /^\s*(?:([-*_])(?:[ \t]*\1){2,}[ \t]*)?$/.test(lines[to - 1] ?? '')) to -= 1;
  return [{ heading: version, line: line + 1, firstLine: from + 1, lines: lines.slice(from, to) }];
}

/** Headings that belong to no version; the one that a file begins with is its title. */
function strayNotes(all: readonly Edge[], edges: readonly Edge[]): Note[] {
  const ends = new Set(edges.filter(({ version }) => !version));
  const notes: Note[] = [];
  let isStray = true;
  for (const [index, heading] of all.entries()) {
    if (heading.version) isStray = false;
    else if (ends.has(heading)) isStray = true;
    if (!isStray) continue;
    const isTitle = index === 0 && heading.level === 1;
    notes.push(
      toNote(
        heading,
        isTitle
          ? 'taken for the title of the file'
          : 'not a version, and left out with what stands below it',
      ),
    );
  }
  return notes;
}

function toHiddenNote(heading: Heading): Note {
  return toNote(heading, 'looks like a version, but stands in code or a comment');
}

function toNote({ line, text }: Heading, what: string): Note {
  return { line: line + 1, what: `“${titleOf(text)}”: ${what}` };
}
