// What a parser of Markdown needs the square of the length for is bounded by shape and not by a
// clock: the same text must come out the same on a slow machine.

/** In characters; more stands in no section that a person wrote. */
const longest = 64 * 1024;

/** Lists and quotes that begin in one line, inside each other. */
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/m;

/** Marks of emphasis, links and the like, in a run of lines that may be one paragraph. */
const mostMarks = 2000;
const marks = /[*_~[\]`<&]/g;
const newBlock = /^(?:\s*$| {0,3}(?:[-+*][ \t]+\S|#{1,6}[ \t]|\|))/;

/** Why a text is not to be given to a parser; undefined where it may be. */
export function whyTooCostly(text: string): string | undefined {
  if (text.length > longest) return `it is longer than ${longest / 1024} KiB`;
  if (containers.test(text)) return 'too many lists or quotes begin in one line';
  let count = 0;
  for (const line of text.split('\n')) {
    if (newBlock.test(line)) count = 0;
    count += line.match(marks)?.length ?? 0;
    if (count > mostMarks) return `a paragraph has more than ${mostMarks} marks`;
  }
  return undefined;
}
