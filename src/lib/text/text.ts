// Characters that XML documents must not contain (XML 1.0, 2.2, production Char).
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Removes characters that XML 1.0 forbids, including lone surrogates. */
export function dropForbidden(text: string): string {
  return text.replace(forbidden, '');
}

/** Makes a text fit for a title or a name: one line, no forbidden characters, and single spaces. */
export function oneLine(text: string): string {
  return dropForbidden(text).replace(/\s+/g, ' ').trim();
}

/** A name for comparisons that ignore white space and case. */
export function foldName(name: string): string {
  return oneLine(name).toLowerCase();
}

/** Writes `+` and `#` after a word as words, so that “C++” and “C#” give other slugs than “C”. */
export function signsInWords(name: string): string {
  return name.replace(/(?<=[\p{L}\p{N}+#])[+#]/gu, (sign) => (sign === '+' ? ' plus' : ' sharp'));
}

/** Cuts a text, at a space if possible, to at most `length` characters including an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  // A cut inside a word may split a surrogate pair. `dropForbidden` removes the remaining half.
  const atWord = dropForbidden(cut.slice(0, Math.max(cut.lastIndexOf(' '), length * 0.6)));
  return `${atWord.replace(/[\s.,;:–—-]+$/u, '')}…`;
}

/**
 * Returns the first texts of a list, followed by "and 3 more" if there are more.
 * @param most maximum number of texts before "and 3 more"
 */
export function fewOf(all: readonly string[], most = 5): string[] {
  const named = all.slice(0, most);
  return all.length > named.length ? [...named, `and ${all.length - named.length} more`] : named;
}

/** Splits a message before its last sentence, which says how to fix the problem. */
export function sentences(message: string): [found: string, next: string] {
  const text = message.replace(/\n/g, ' ');
  const cut = text.lastIndexOf('. ', text.length - 2) + 1;
  return [text.slice(0, cut).trim() || text, text.slice(cut).trim()];
}

/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes the escapes of a path in an address. A path with a broken escape stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A number with its noun, such as "1 file" or "3 files". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
