import { fewOf } from '../../lib/text/text.ts';
import { type Block, isList } from '../markdown/markdown.ts';
import type { Heading } from '../markdown/outline.ts';
import type { Note } from '../past/past-release.ts';
import { textOf } from '../text/section-titles.ts';
import type { VersionHeading } from './version-heading.ts';

/** A heading in a text, and whether it only resembles a version. */
export type Below = Heading & { isAlike: boolean };

/**
 * Note about the title of a changelog. Syncs do not report it, because most changelogs have a
 * title.
 */
export const titleNote = 'treated as the title of the file';

/**
 * Notes about the text above the first version, which is left out. Paragraphs below the title are
 * usual.
 */
export function describeIntro(headings: readonly Below[], blocks: readonly Block[]): Note[] {
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

/**
 * Notes about headings that are shown with the version above them: one for each that looks like a
 * version, and one for all that are, of which a file may have hundreds.
 */
export function describeParts(
  pieces: readonly { heading: VersionHeading; below: Below[] }[],
): Note[] {
  const alike = pieces.flatMap(({ heading: { version = 'Unreleased' }, below }) =>
    below
      .filter(({ isAlike }) => isAlike)
      .map((one) => toNote(one, `looks like a version; it is shown as a part of ${version}`)),
  );
  const parts = pieces.flatMap(({ below }) => below.filter(({ isAlike }) => !isAlike));
  const [first] = parts;
  if (!first) return alike;
  const titles = parts.map(({ text }) => `“${textOf(text)}”`);
  const names = fewOf(titles, 3).join(', ');
  const what = `headings are shown as parts of the versions above them (${parts.length}): ${names}`;
  return [...alike, { line: first.line + 1, what }];
}

/** A note about a heading. */
export function toNote({ line, text }: Heading, what: string): Note {
  return { line: line + 1, what: `“${textOf(text)}”: ${what}` };
}
