// Characters outside XML's production Char, which documents must not contain (XML 1.0, 2.2).
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text without the characters that XML 1.0 forbids and without lone surrogates. */
export function dropForbidden(text: string): string {
  return text.replace(forbidden, '');
}

/** One line of text for a title or a name: no forbidden characters, white space folded. */
export function oneLine(text: string): string {
  return dropForbidden(text).replace(/\s+/g, ' ').trim();
}

/** The text cut at a word to at most `length` characters, with an ellipsis where it was cut. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  // Without a space to cut at, half of a surrogate pair may remain.
  const atWord = dropForbidden(cut.slice(0, Math.max(cut.lastIndexOf(' '), length * 0.6)));
  return `${atWord.replace(/[\s.,;:–—-]+$/u, '')}…`;
}

/**
 * The first texts of a list that may be very long, and the number of the others.
 * @param most maximum of texts
 */
export function fewOf(all: readonly string[], most = 5): string[] {
  const named = all.slice(0, most);
  return all.length > named.length ? [...named, `and ${all.length - named.length} more`] : named;
}

/** Splits a message into its content and its remedy, the last sentence. */
export function sentences(message: string): [found: string, next: string] {
  const text = message.replace(/\n/g, ' ');
  const cut = text.lastIndexOf('. ', text.length - 2) + 1;
  return [text.slice(0, cut).trim() || text, text.slice(cut).trim()];
}

/** Text of UTF-8 bytes; undefined where they are something else. */
export function decodeUtf8(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
