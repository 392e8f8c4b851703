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

/** How often each word of a text stands there. */
export function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The words of a text with where they stand in the text. */
export function placedWords(text: string): { word: string; start: number; end: number }[] {
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    word: fold(found.toLowerCase()),
    start: index,
    end: index + found.length,
  }));
}

/** A whole text as phrases are looked for in it. */
export function foldedText(text: string): string {
  return withoutMarks(text.toLowerCase());
}

function fold(lower: string): string {
  if (/^v\d+\./.test(lower)) return lower.slice(1);
  const bare = withoutMarks(lower).replaceAll('ß', 'ss');
  return /\p{sc=Arabic}/u.test(bare) ? withoutArticle(bare) : bare;
}

/** The marks of Japanese stay: they tell other sounds, and other words. */
function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}--[\u3099\u309a]]+/gv, '');
}

/**
 * Arabic as readers look for it: without the article and what is written together with it, without
 * the stroke that only widens a word, and with one form of letters that many write alike.
 */
function withoutArticle(word: string): string {
  const plain = word.replaceAll('ـ', '').replaceAll('ى', 'ي').replaceAll('ة', 'ه');
  return plain.replace(/^(?:[وفبك]?ال|لل)(?=..)/u, '');
}
