// Refuses text for which a Markdown parser would need quadratic time. A timeout would not do,
// because the same text must give the same result on a slow machine.

/** Maximum length in characters, far above what a person writes in one section. */
const maxLength = 64 * 1024;

/** Matches many nested lists or quotes that begin on the same line. */
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/m;

/** Maximum number of Markdown delimiters, such as `*` or `[`, in one paragraph. */
const maxMarks = 2000;
const marks = /[*_~[\]`<&]/g;
const newBlock = /^(?:\s*$| {0,3}(?:[-+*][ \t]+\S|#{1,6}[ \t]|\|))/;

/** The reason why a text must not be parsed; undefined if it may be parsed. */
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
