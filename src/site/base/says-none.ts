import { textOfHtml } from './html/sections.ts';
import {
  actionPhrases,
  allTypeWords,
  fold,
  isNegated,
  kindOfWords,
  wordsOf,
} from './kind-words.ts';

/**
 * Whether an item says that there is nothing to list, such as "None." or "No breaking changes". If
 * `isProse`, this includes "There are no breaking changes."
 */
export function saysNone(html: string, isProse: boolean): boolean {
  const text = fold(textOfHtml(html));
  const words = wordsOf(text, maxNoneWords + 2);
  if (words.length === 0) return !html.includes('<img');
  if (words.join(' ') === 'n a') return true;
  if (words.length > maxNoneWords || !isNegated(words, text)) return false;
  if (words.length === 1 || isNegated(words.slice(-1), text.split(':')[1] ?? '')) return true;
  // Does not match "Remove the no-console rule" and "No longer breaks on Windows".
  const [first = '', second = ''] = words;
  if (isProse) return saysNoneNeeded(words, text);
  const isKind = kindOfWords([second], allTypeWords) === 'action' && !text.includes(':');
  return isNegated([first], first) && words.length <= 3 && isKind;
}

const maxNoneWords = 5;
const nothing = /^(?:none|nothing|nichts|nada|rien|niente)$/;
export const isNothing = (word: string) => nothing.test(word);
const needed = /^(?:need|requir|n[eé]cess|erforderlich|nötig|richiest|precis)/;

/**
 * Whether a paragraph says that nothing is needed, unlike "No longer supports Node 12" and "Node 12
 * is not supported".
 */
function saysNoneNeeded(words: readonly string[], text: string): boolean {
  const place = words.findIndex((word) => isNegated([word], word));
  const rest = words.slice(place + 1);
  if (place > 2 || rest[0] === 'longer' || text.includes(':')) return false;
  if (rest.length === 0) return place < 2 || words.length <= 3;
  if (place === 0 && (nothing.test(words[0] ?? '') || rest.length === 1)) return true;
  return (
    kindOfWords(rest.slice(0, 2), allTypeWords) === 'action' ||
    rest.some((word) => needed.test(word)) ||
    actionPhrases.some((phrase) => rest.join(' ').startsWith(phrase))
  );
}
