/**
 * The stem of an English word, so that "joins" also finds "joining". Where these rules are wrong,
 * a few more words match. Other words are their own stems. All forms of a word begin with its stem.
 */
export function stem(word: string): string {
  if (!english.test(word)) return word;
  const bare = word
    .replace(/(?<=.{3})ies$|(?<=..(?:[sxz]|ch|sh))es$|(?<=..[^sui])s$/, '')
    .replace(/(?<=[aeiouy].*)(?<=.{3})(?:ing|(?<!e)ed)$/, '')
    .replace(/(?<=.{3})(?:e|i|y)$/, '');
  return bare.replace(/([bgklmnprtv])\1$/, '$1');
}

/** The forms of shorter words are too different, such as "use" and "using". */
const english = /^[a-z]{4,30}$/;
