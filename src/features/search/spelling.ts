/** British and American spellings of the ends of words; each pair is used in both directions. */
const pairs = [
  ['ence', 'ense'],
  ['is', 'iz'],
  ['ys', 'yz'],
  ['our', 'or'],
  ['tre', 'ter'],
  ['ogue', 'og'],
  ['grey', 'gray'],
] as const;
const suffix = '(?=(?:s|e|es|ed|er|ers|ing|ation|ations)?$)';
const changes = pairs
  .flatMap(([british, american]) => [[british, american] as const, [american, british] as const])
  .map(([from, to]) => ({ pattern: new RegExp(`${from}${suffix}`), to }));

/**
 * The other spelling of an English word, such as "license" for "licence". Many results are no
 * words, which match nothing.
 */
export function otherSpelling(word: string): string | undefined {
  if (!/^[a-z]{4,30}$/.test(word)) return undefined;
  const change = changes.find(({ pattern }) => pattern.test(word));
  return change && word.replace(change.pattern, change.to);
}
