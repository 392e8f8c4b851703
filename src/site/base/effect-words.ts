import words from './effect-words.json' with { type: 'json' };

type Effect = keyof typeof words;

/**
 * What the words of an item say, in the languages of the interface: that it closes a security
 * `hole`, that readers have to act (`action`) or should `check` it, that nothing changes for them
 * (`calm`), that it `fixes` or `adds` something, or that it is `housekeeping` of the project itself.
 * `pointer` and `thanks` are no changes: they only lead to a changelog, or thank somebody.
 * A paragraph or heading can tell the `story` of a release, which says nothing about the reader's own
 * upgrade. A heading or label can be about the project's `maintenance`, and a heading can announce the `steps`
 * of an upgrade.
 */
const patterns = Object.fromEntries(
  Object.entries(words).map(([effect, languages]) => [effect, patternOf(languages)]),
) as Record<Effect, RegExp>;

/** @param text in lower case, with straight quotes as `’` and code in backticks */
export function says(effect: Effect, text: string): boolean {
  return patterns[effect].test(text.slice(0, maxLength));
}

/** A longer text is no item. Some patterns take quadratic time. */
const maxLength = 500;

/** Words begin at the start of a word, except in languages that do not separate words. */
function patternOf(languages: Record<string, string[]>): RegExp {
  const byPlace = Map.groupBy(Object.entries(languages).flatMap(withPlace), ([place]) => place);
  const alternatives = [...byPlace].map(([place, list]) => {
    return `${place}(?:${list.map(([, pattern]) => pattern).join('|')})`;
  });
  return new RegExp(alternatives.join('|'), 'u');
}

/**
 * What is before each pattern: patterns for the start of a text are not tried at other places. The
 * second lookbehind includes the first, which is much faster and excludes most places.
 */
function withPlace([language, patterns]: [string, string[]]): [place: string, pattern: string][] {
  const place = ['ja', 'zh'].includes(language) ? '' : '(?<![a-z\\d])(?<![\\p{L}\\p{N}])';
  return patterns.map((one) => (one.startsWith('^') ? ['^', one.slice(1)] : [place, one]));
}
