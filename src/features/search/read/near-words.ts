/** Below this length, fuzzy matching matches almost anything. */
const minLength = 4;

export function readNearList(text: string): string[] {
  let before = '';
  return text.split('\n').map((line) => {
    before = before.slice(0, Number.parseInt(line[0] ?? '0', 36)) + line.slice(1);
    return before;
  });
}

/**
 * The words of a list with the smallest edit distance to a word, without the word itself.
 * @param maxWords limits the number of words, because each word costs requests
 */
export function nearWords(list: Iterable<string>, word: string, maxWords = 3): string[] {
  if (!hasNearWords(word)) return [];
  let max = word.length < 6 ? 1 : 2;
  let near: string[] = [];
  for (const other of list) {
    const distance = other === word ? max + 1 : distanceUpTo(max, word, other);
    if (distance > max) continue;
    if (distance < max) near = [];
    max = distance;
    near.push(other);
  }
  const unlike = (other: string) =>
    (other[0] === word[0] ? 0 : 2) + Math.abs(other.length - word.length);
  return near.toSorted((a, b) => unlike(a) - unlike(b)).slice(0, maxWords);
}

/** Whether a word may be misspelt, unlike a version or a short word. */
export function hasNearWords(word: string): boolean {
  return word.length >= minLength && /^\p{L}/u.test(word);
}

/**
 * Edit distance; swapping two adjacent characters counts as one edit. For a distance above `max`,
 * returns some number above `max`.
 */
function distanceUpTo(max: number, a: string, b: string): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = nextRow(a.slice(0, i), b, last, before);
    if (Math.min(...row) > max) return max + 1;
    [before, last] = [last, row];
  }
  return last[b.length] ?? max + 1;
}

/**
 * The next row of the distance table: distances between `start` and each prefix of `b`. `last` is
 * the row for `start` without its last character, and `before` the row for `start` without its last
 * two.
 */
function nextRow(start: string, b: string, last: number[], before: number[]): number[] {
  const row = [start.length];
  const [end, beforeEnd] = [start.at(-1), start.at(-2)];
  for (let j = 1; j <= b.length; j += 1) {
    const other = (last[j - 1] ?? 0) + (end === b[j - 1] ? 0 : 1);
    const isSwapped = end === b[j - 2] && beforeEnd === b[j - 1];
    const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : other;
    row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, other, swapped));
  }
  return row;
}
