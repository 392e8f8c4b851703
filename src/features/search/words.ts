const sign = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]';
/**
 * Characters inside a run of Chinese or Japanese text, including the Japanese long-vowel mark and
 * sound marks.
 */
const inRun = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ーｰﾞﾟ\\u3099\\u309a]';

// A version ("0.4.0") and a language's name ("C++") are one word each. A run of Chinese or Japanese
// text is matched as a whole.
const word = new RegExp(
  `[vV]?[0-9]+(?:\\.[0-9]+)+|${sign}${inRun}*|[[\\p{L}\\p{N}\\p{M}]--${inRun}]+(?:\\+\\+|#(?![\\p{L}\\p{N}]))?`,
  'gv',
);
/** The same for lower-case ASCII, which is matched much faster. */
const asciiWord = /v?[0-9]+(?:\.[0-9]+)+|[a-z0-9]+(?:\+\+|#(?![a-z0-9]))?/g;
const run = new RegExp(`^${sign}`, 'v');

/**
 * Matches lower-case texts that may contain words to fold (accents, "v" before a version, text
 * without spaces).
 */
const unfolded = /[^\0-\x7f\u2000-\u206f]|v\d+\.\d/;

export interface PlacedWord {
  word: string;
  start: number;
  end: number;
  /**
   * Whether the previous word contains this one: the last character of a run, or the end of an
   * identifier.
   */
  isPart?: boolean;
}

/**
 * The words of a text in their indexed form: lower case, without accents, versions without "v". A
 * run of Chinese or Japanese text yields each pair of adjacent characters, and the last character
 * alone. An identifier such as "onTransitionEnd" is followed by its ends, "transitionend" and "end".
 */
export function words(text: string): string[] {
  // Much faster than `hump`, which looks behind.
  if (/[a-z\d][A-Z]/.test(text)) return placedWords(text).map((one) => one.word);
  const lower = text.toLowerCase();
  const isAscii = !/[^\0-\x7f]/.test(lower);
  const found = lower.match(isAscii ? asciiWord : word) ?? [];
  if (!unfolded.test(lower)) return found;
  return found.flatMap((one) => (run.test(one) ? pairs(one).map((pair) => pair.word) : fold(one)));
}

/** The words of a text with their offsets. */
export function placedWords(text: string): PlacedWord[] {
  return Array.from(text.matchAll(word), ({ 0: found, index: start }): PlacedWord[] =>
    run.test(found)
      ? pairs(found).map((pair) => ({ ...pair, start: start + pair.start, end: start + pair.end }))
      : [
          { word: fold(found.toLowerCase()), start, end: start + found.length },
          ...ends(found, start),
        ],
  ).flat();
}

/** Where a part of an identifier begins. */
const hump = /(?<=[a-z\d])(?=[A-Z])/;
/** Limits the ends of an identifier: a short one is no word, and many would enlarge the index. */
const maxEnds = { minLength: 3, count: 4 };

/** The ends of an identifier, longest first. */
function ends(identifier: string, start: number): PlacedWord[] {
  const parts = hump.test(identifier) ? identifier.split(hump) : [];
  return parts
    .map((_, n) => parts.slice(n).join(''))
    .slice(1, 1 + maxEnds.count)
    .filter(({ length }) => length >= maxEnds.minLength)
    .map((one): PlacedWord => {
      const end = start + identifier.length;
      return { word: one.toLowerCase(), start: end - one.length, end, isPart: true };
    });
}

/** Whether a word is Chinese or Japanese, which are written without spaces. */
export function isOfSigns(word: string): boolean {
  return run.test(word);
}

function pairs(text: string): PlacedWord[] {
  const signs = Array.from(text.matchAll(/.[\u3099\u309aﾞﾟ]*/gu), ({ 0: one, index: start }) =>
    // NFKD expands some characters to several characters.
    (withoutMarks(one).match(/.[\u3099\u309a]*/gu) ?? []).map((folded) => ({
      folded,
      start,
      end: start + one.length,
    })),
  ).flat();
  return signs.map(({ folded, start, end }, n) => {
    const next = signs[n + 1];
    if (next) return { word: folded + next.folded, start, end: next.end };
    return { word: folded, start, end, isPart: n > 0 };
  });
}

function fold(lower: string): string {
  if (/^v\d+\./.test(lower)) return lower.slice(1);
  const bare = withoutMarks(lower).replaceAll('ß', 'ss');
  return /\p{sc=Arabic}/u.test(bare) ? withoutArticle(bare) : bare;
}

/** Removes accents, but keeps the sound marks of Japanese, because they distinguish words. */
function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}--[\u3099\u309a]]+/gv, '');
}

/**
 * Strips the Arabic article with its prefixes, and the tatweel, a stroke that only widens a word.
 * Unifies letters that writers often interchange.
 */
function withoutArticle(word: string): string {
  const plain = word.replaceAll('ـ', '').replaceAll('ى', 'ي').replaceAll('ة', 'ه');
  return plain.replace(/^(?:[وفبك]?ال|لل)(?=..)/u, '');
}
