import { foldedText } from './words.ts';

const signs = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}';
const together = new RegExp(`[${signs}ー]{2,}`, 'gu');
/** Runs of folded text, in which marks of Japanese stand by themselves. */
const folded = new RegExp(`[${signs}ー\\u3099\\u309a]{2,}`, 'gu');
const pair = new RegExp(`^[${signs}]{2}$`, 'u');

/**
 * Two signs and more that stand together in writing without spaces, folded as texts are by
 * `foldedText`: each of them alone stands nearly everywhere.
 */
export function phrases(text: string): string[] {
  return text.match(together)?.map(foldedText) ?? [];
}

/**
 * Every two signs that stand together in a text, each once, as the index has them: after a space,
 * so that none is a word.
 */
export function pairs(text: string): string[] {
  // Nothing before it is such a sign, and to fold all texts would take longer than all the rest.
  if (!/[\u2e80-\uffff]/.test(text)) return [];
  const runs = foldedText(text).match(folded) ?? [];
  return [...new Set(runs.flatMap(pairsOf))];
}

/** The pairs of a phrase. */
export function pairsOf(phrase: string): string[] {
  const all = [...phrase];
  return all.slice(1).map((sign, at) => ` ${all[at]}${sign}`);
}

/** Whether a place holds a phrase as soon as it holds its pairs. */
export function isPair(phrase: string): boolean {
  return pair.test(phrase);
}
