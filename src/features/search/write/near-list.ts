const word = /^\p{L}[\p{L}\p{N}]{2,23}$/u;

/**
 * Candidates for misspelt words, sorted, one per line. A line begins with the number of characters
 * that the word shares with the previous word. If there are too many words, words on more pages
 * take precedence, then longer words.
 */
export function nearList(all: ReadonlyMap<string, { length: number }>, maxWords: number): string {
  const candidates = [...all].filter(([one]) => one < '\u2fff' && word.test(one));
  const common = candidates
    .toSorted(
      ([a, pages], [b, others]) =>
        others.length - pages.length || b.length - a.length || (a < b ? -1 : 1),
    )
    .slice(0, maxWords);
  const sorted = common.map(([one]) => one).sort();
  return sorted
    .map((one, n) => {
      const shared = sharedStart(one, sorted[n - 1] ?? '');
      return shared.toString(36) + one.slice(shared);
    })
    .join('\n');
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
