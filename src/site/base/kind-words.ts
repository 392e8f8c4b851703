import type { UpgradeGroup } from '../../model/content/upgrade-groups.ts';
import type { SiteFrame } from './context.ts';
import { allMessages } from './strings/languages/languages.ts';

// Words and phrases that name a kind of change, in all languages of the interface.

const named = ['action', 'fixed', 'new', 'behaviour'] as const;
type TypeWords = Record<(typeof named)[number], readonly string[]>;

const messages = allMessages();
const english = messages.en.upgrade.typeWords;
const upgrades = Object.values(messages).map(({ upgrade }) => upgrade);

/** The words for each kind in the site's language and in English. */
export function wordsFor({ strings }: Pick<SiteFrame, 'strings'>): TypeWords {
  const own = strings.upgrade.typeWords;
  const both = (kind: keyof TypeWords) => [...own[kind], ...english[kind]];
  return {
    action: both('action'),
    fixed: both('fixed'),
    new: both('new'),
    behaviour: both('behaviour'),
  };
}

/**
 * Words for `action` in all languages, because texts are often not in the site's language. The
 * other kinds have no words here.
 */
export const allTypeWords: TypeWords = {
  action: upgrades.flatMap(({ typeWords }) => typeWords.action),
  fixed: [],
  new: [],
  behaviour: [],
};

/**
 * Words for `new` and `fixed` in all languages, without those that also begin English words. Short
 * ones, such as "neu", have to be whole words. The words for `behaviour` count only in titles of one
 * word, because “What’s changed” names no kind.
 */
function foreignWords(words: readonly string[]): TypeWords {
  const stems = (kind: 'new' | 'fixed' | 'behaviour') =>
    upgrades
      .flatMap(({ typeWords }) => typeWords[kind])
      .filter(
        (stem) =>
          !stem.startsWith('erro') && (stem.length > (isCjk(stem) ? 1 : 3) || words.includes(stem)),
      );
  const behaviour = words.length === 1 ? stems('behaviour') : [];
  return { action: [], fixed: stems('fixed'), new: stems('new'), behaviour };
}

/** Maximum number of words in a title in another language than the site's. */
const maxForeignWords = 3;

/** The kind that a short title in any language of the interface names. */
export function kindOfForeign(words: readonly string[]): UpgradeGroup | undefined {
  return words.length <= maxForeignWords ? kindOfWords(words, foreignWords(words)) : undefined;
}

export const actionPhrases = upgrades.flatMap(({ headingWords }) => headingWords.action);
const negations = upgrades.flatMap(({ headingWords }) => headingWords.none);

/**
 * The kind of change that words name: the first of action, fixed and new for which one of the words
 * begins with a stem of the kind.
 */
export function kindOfWords(
  words: readonly string[],
  typeWords: TypeWords,
): UpgradeGroup | undefined {
  return named.find((kind) =>
    typeWords[kind].some((stem) =>
      words.some((word) => word.startsWith(stem) || (word.includes(stem) && isCjk(stem))),
    ),
  );
}

export function isNegated(words: readonly string[], text: string): boolean {
  return negations.some((one) => words.includes(one) || (text.includes(one) && isCjk(one)));
}

/**
 * Whether a text contains a phrase from the start of a word on, and nothing in the text negates it.
 */
export function hasPhrase(text: string, phrase: string): boolean {
  if (!text.includes(phrase)) return false;
  if (!isCjk(phrase) && !` ${text}`.includes(` ${phrase}`)) return false;
  const rest = text.replace(phrase, ' ');
  return !isNegated(wordsOf(rest), rest);
}

function isCjk(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

export function fold(text: string): string {
  return text.toLowerCase().replaceAll("'", '’').trim();
}

/** @param maxParts stops after this many parts, of which the first and the last may be empty */
export function wordsOf(text: string, maxParts?: number): string[] {
  return text.split(/[^\p{L}\p{N}]+/u, maxParts).filter(Boolean);
}
