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
  const isApart = (language: string) => !['ja', 'zh'].includes(language);
  const some = (entries: [string, string[]][]) => entries.flatMap(([, list]) => list).join('|');
  const all = Object.entries(languages);
  const apart = some(all.filter(([language]) => isApart(language)));
  const joined = some(all.filter(([language]) => !isApart(language)));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${apart})${joined && `|${joined}`}`, 'iu');
}
