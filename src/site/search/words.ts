// A version is one word: "0.4.0". Where writing has no spaces, every sign is one.
const word =
  /[vV]?[0-9]+(?:\.[0-9]+)+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+/gv;

/** Whether a text in lower case may hold words that are looked up in another form. */
const unfolded = /[^\0-\x7f\u2000-\u206f]|v\d+\.\d/;

/**
 * The words of a text as they are indexed and looked up: in lower case, without accents, a version
 * without its "v".
 */
export function words(text: string): string[] {
  const lower = text.toLowerCase();
  const found = lower.match(word) ?? [];
  return unfolded.test(lower) ? found.map(fold) : found;
}

/** The words of a text with where they stand in the text. */
export function placedWords(text: string): { word: string; start: number; end: number }[] {
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    word: fold(found.toLowerCase()),
    start: index,
    end: index + found.length,
  }));
}

function fold(lower: string): string {
  if (/^v\d+\./.test(lower)) return lower.slice(1);
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss');
}
