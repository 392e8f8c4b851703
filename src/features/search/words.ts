const sign = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]';
/** What stands in a run of signs: also the stroke and the marks of sounds that belong to them. */
const inRun = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ーｰﾞﾟ\\u3099\\u309a]';

// A version is one word: "0.4.0", and so is the name of a language: "C++". Writing without spaces
// comes in runs.
const word = new RegExp(
  `[vV]?[0-9]+(?:\\.[0-9]+)+|${sign}${inRun}*|[[\\p{L}\\p{N}\\p{M}]--${inRun}]+(?:\\+\\+|#(?![\\p{L}\\p{N}]))?`,
  'gv',
);
const run = new RegExp(`^${sign}`, 'v');

/** Whether a text in lower case may hold words that are looked up in another form. */
const unfolded = /[^\0-\x7f\u2000-\u206f]|v\d+\.\d/;

export interface PlacedWord {
  word: string;
  start: number;
  end: number;
  /** Whether it is the last sign of a run, which the word before holds too. */
  isTail?: boolean;
}

/**
 * The words of a text as they are indexed and looked up: in lower case, without accents, a version
 * without its "v". Of a run of signs without spaces every two that stand together are a word, and so
 * is the last.
 */
export function words(text: string): string[] {
  const lower = text.toLowerCase();
  const found = lower.match(word) ?? [];
  if (!unfolded.test(lower)) return found;
  return found.flatMap((one) => (run.test(one) ? pairs(one).map((pair) => pair.word) : fold(one)));
}

/** The words of a text with where they stand in the text. */
export function placedWords(text: string): PlacedWord[] {
  return Array.from(text.matchAll(word), ({ 0: found, index: start }): PlacedWord[] =>
    run.test(found)
      ? pairs(found).map((pair) => ({ ...pair, start: start + pair.start, end: start + pair.end }))
      : [{ word: fold(found.toLowerCase()), start, end: start + found.length }],
  ).flat();
}

/** Whether a word is of a writing without spaces. */
export function isOfSigns(word: string): boolean {
  return run.test(word);
}

function pairs(text: string): PlacedWord[] {
  const signs = Array.from(text.matchAll(/.[\u3099\u309aﾞﾟ]*/gu), ({ 0: one, index: start }) =>
    // Some signs stand for several.
    (withoutMarks(one).match(/.[\u3099\u309a]*/gu) ?? []).map((folded) => ({
      folded,
      start,
      end: start + one.length,
    })),
  ).flat();
  return signs.map(({ folded, start, end }, n) => {
    const next = signs[n + 1];
    if (next) return { word: folded + next.folded, start, end: next.end };
    return { word: folded, start, end, isTail: n > 0 };
  });
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
