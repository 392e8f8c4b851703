import { findPlainLines, type PlainLines } from './plain-lines.ts';

/** A Markdown heading. Lines are counted from 0. */
export interface Heading {
  line: number;
  /** Number of lines. An underlined heading has two. */
  height: 1 | 2;
  /** From 1, the highest level, to 6. */
  level: number;
  /** Markdown of the heading, without `#` marks or the underline. */
  text: string;
}

/** Splits text at any kind of line break and drops a byte order mark. */
export function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/**
 * Finds the headings of a text, in order. `hidden` are lines that look like headings but are inside
 * code or comments.
 */
export function readOutline(lines: readonly string[]) {
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

/** Matches lines that start a list, quote, table or code block instead of a paragraph. */
const otherBlock = /^(?: {4}|\t| {0,3}(?:[-+*>|#]|\d{1,9}[.)](?:\s|$)))/;

/**
 * Parses a heading that is underlined with `===` or `---` (CommonMark 0.31, 4.3). Unlike in
 * CommonMark, a heading cannot span several lines of text.
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

/**
 * Whether a line is a heading, an underline or a rule, so that the next line starts a new block.
 */
function isEdge(line: string): boolean {
  return /^ {0,3}(?:#{1,6}(?:\s|$)|(?:=+|-{3,}|\*{3,}|_{3,})[ \t]*$)/.test(line);
}
