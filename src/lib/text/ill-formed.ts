import { textAt } from './text-at.ts';

/**
 * Where in a JSON value a text holds half a character (a lone surrogate, which JSON may write as
 * `"\\ud800"`), as a path; undefined where none does. UTF-8 has no bytes for one: a database or a
 * file would keep U+FFFD in its place.
 */
export function illFormedAt(value: unknown): readonly PropertyKey[] | undefined {
  return textAt(value, (text) => !text.isWellFormed());
}

/** Text of UTF-8 bytes; undefined where they are something else. */
export function decodeUtf8(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
