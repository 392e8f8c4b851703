import { type PlainLines, plainLines } from './plain-lines.ts';

/** A heading of Markdown; its lines are indexes. */
export interface Heading {
  line: number;
  /** How many lines it takes: two where it is underlined. */
  height: 1 | 2;
  /** From 1, the highest. */
  level: number;
  /** As it is written, without its marks. */
  text: string;
}

export interface Outline extends Pick<PlainLines, 'unclosed'> {
  headings: Heading[];
  /** Headings that stand in code or comments, and so are none. */
  hidden: Heading[];
}

/** Text as lines, whichever way they end; without a byte order mark. */
export function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/** The headings of a text, in their order, and what only looks like one. */
export function outlineOf(lines: readonly string[]): Outline {
  const { isPlain, unclosed } = plainLines(lines);
  const headings: Heading[] = [];
  const hidden: Heading[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    const heading =
      marked(lines, line) ?? (isPlain(line) ? underlined(lines, line, isPlain) : undefined);
    if (!heading) continue;
    (isPlain(line) ? headings : hidden).push(heading);
    line += heading.height - 1;
  }
  return { headings, hidden, unclosed };
}

/** `## Title ##` (CommonMark 0.31, 4.2). */
function marked(lines: readonly string[], line: number): Heading | undefined {
  const [, marks = '', rest = ''] =
    /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s.exec(lines[line] ?? '') ?? [];
  if (marks === '') return undefined;
  return { line, height: 1, level: marks.length, text: withoutEnd(rest) };
}

/** Without closing marks. No expression: one would take the square of a run of spaces. */
function withoutEnd(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end -= 1;
  const isClosing = end === 0 || /\s/.test(trimmed[end - 1] ?? '');
  return isClosing ? trimmed.slice(0, end).trim() : trimmed;
}

/** What a line begins with that is no paragraph: lists, quotes, tables, code. */
const otherBlock = /^(?: {4}|\t| {0,3}(?:[-+*>|#]|\d{1,9}[.)](?:\s|$)))/;

/** A line with `===` or `---` below it (CommonMark 0.31, 4.3), where no other stands before it. */
function underlined(
  lines: readonly string[],
  line: number,
  isPlain: PlainLines['isPlain'],
): Heading | undefined {
  const [text = '', below = '', above = ''] = [lines[line], lines[line + 1], lines[line - 1]];
  const [, marks = ''] = /^ {0,3}(=+|-+)[ \t]*$/.exec(below) ?? [];
  if (marks === '' || text.trim() === '' || otherBlock.test(text)) return undefined;
  if (!isPlain(line + 1) || (above.trim() !== '' && isPlain(line - 1) && !isEdge(above)))
    return undefined;
  return { line, height: 2, level: marks[0] === '=' ? 1 : 2, text: text.trim() };
}

/** A line that no paragraph goes on from. */
function isEdge(line: string): boolean {
  return /^ {0,3}(?:#{1,6}(?:\s|$)|(?:=+|-{3,}|\*{3,}|_{3,})[ \t]*$)/.test(line);
}
