import { z } from 'zod';
import { shorten } from '../../lib/text/text.ts';
import { limits } from '../../model/limits.ts';

/** What is wrong with a text that no database of every engine keeps. */
export const withoutZero = 'expected a text without the character U+0000';

/** The error body's `details`: the first fields that are wrong, and what was expected there. */
export function detailsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues
      .slice(0, limits.details)
      .map(({ path, message }) => [nameOf(path), shorten(message, maxLength)]),
  );
}

/** Longer than the path of any field; names that a body makes up may be as long as that. */
const maxLength = 200;

/** The name of a field in `details`. */
export function nameOf(path: readonly PropertyKey[]): string {
  return shorten(z.core.toDotPath(path) || 'body', maxLength);
}

type Path = readonly PropertyKey[];

/**
 * Where in a JSON value a text is such, as a path; undefined where none is. The name of a property
 * is a text, too, and stands at the end of its own path.
 */
export function textAt(
  value: unknown,
  isSuch: (text: string) => boolean,
  path: Path = [],
): Path | undefined {
  if (typeof value === 'string') return isSuch(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const here = [...path, key];
    if (typeof key === 'string' && isSuch(key)) return here;
    const found = textAt(value[key as keyof typeof value], isSuch, here);
    if (found) return found;
  }
  return undefined;
}

/** Whether a text holds the character U+0000, which PostgreSQL keeps in no text. */
export function hasZero(text: string): boolean {
  return text.includes('\0');
}

/**
 * Where in a JSON value a text holds half a character (a lone surrogate, which JSON may write as
 * `"\\ud800"`), as a path; undefined where none does. UTF-8 has no bytes for one: a database or a
 * file would keep U+FFFD in its place.
 */
export function illFormedAt(value: unknown): readonly PropertyKey[] | undefined {
  return textAt(value, (text) => !text.isWellFormed());
}
