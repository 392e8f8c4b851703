import { findPlainLines, type PlainLines } from './plain-lines.ts';

/** A Markdown heading. Lines are counted from 0. */
export interface Heading {
  line: number;
  /** Number of lines. An underlined heading has two. */
  height: 1 | 2;
  /** 1 for the highest level. */
  level: number;
  /** Text as written, without the marks of the heading. */
  text: string;
}

export interface Outline extends Pick<PlainLines, 'unclosed'> {
  headings: Heading[];
  /** Lines inside code or comments that look like headings. */
  hidden: Heading[];
}

/** Splits text at any kind of line break and drops a byte order mark. */
export function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/** Finds the headings of a text, in order. */
export function readOutline(lines: readonly string[]): Outline {
  const { isPlain, unclosed } = findPlainLines(lines);
  const headings: Heading[] = [];
  const hidden: Heading[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    const heading =
      readMarked(lines, line) ?? (isPlain(line) ? readUnderlined(lines, line, isPlain) : undefined);
    if (!heading) continue;
    (isPlain(line) ? headings : hidden).push(heading);
    line += heading.height - 1;
  }
  return { headings, hidden, unclosed };
}

/** Parses a heading such as `## Title ##` (CommonMark 0.31, 4.2). */
function readMarked(lines: readonly string[], line: number): Heading | undefined {
  const [, marks = '', rest = ''] =
    /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s.exec(lines[line] ?? '') ?? [];
  if (marks === '') return undefined;
  return { line, height: 1, level: marks.length, text: trimClosing(rest) };
}

/**
 * Removes the `#` marks at the end. A regular expression would take quadratic time on runs of
 * spaces.
 */
function trimClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end -= 1;
  const isClosing = end === 0 || /\s/.test(trimmed[end - 1] ?? '');
  return isClosing ? trimmed.slice(0, end).trim() : trimmed;
}

/** Matches lines that do not start a paragraph but a list, quote, table or code. */
const otherBlock = /^(?: {4}|\t| {0,3}(?:[-+*>|#]|\d{1,9}[.)](?:\s|$)))/;

/**
 * Parses a heading that is underlined with `===` or `---` (CommonMark 0.31, 4.3). A line that
 * continues a paragraph is not a heading here.
 */
function readUnderlined(
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

/** Whether a line ends its block, so that the next line cannot continue it. */
function isEdge(line: string): boolean {
  return /^ {0,3}(?:#{1,6}(?:\s|$)|(?:=+|-{3,}|\*{3,}|_{3,})[ \t]*$)/.test(line);
}
