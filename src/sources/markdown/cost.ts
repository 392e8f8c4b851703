// Shapes that take a Markdown parser quadratic time are limited. A timer would not do: the same
// text must give the same result on a slow machine.

/** In characters; no section written by a person is longer. */
const maxLength = 64 * 1024;

/** Nested lists and quotes that begin on one line. */
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/m;

/** Delimiters of emphasis, links and the like in consecutive lines that may form a paragraph. */
const maxMarks = 2000;
const marks = /[*_~[\]`<&]/g;
const newBlock = /^(?:\s*$| {0,3}(?:[-+*][ \t]+\S|#{1,6}[ \t]|\|))/;

/** Why a text must not be parsed; undefined if it may be. */
export function whyTooCostly(text: string): string | undefined {
  if (text.length > maxLength) return `it is longer than ${maxLength / 1024} KiB`;
  if (containers.test(text)) return 'too many lists or quotes begin in one line';
  let count = 0;
  for (const line of text.split('\n')) {
    if (newBlock.test(line)) count = 0;
    count += line.match(marks)?.length ?? 0;
    if (count > maxMarks) return `a paragraph has more than ${maxMarks} marks`;
  }
  return undefined;
}
