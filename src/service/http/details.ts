import { z } from 'zod';
import { shorten } from '../../lib/text/text.ts';
import { limits } from '../../model/limits.ts';

/** Error for a text that PostgreSQL cannot store. */
export const withoutZero = 'expected a text without the character U+0000';

/** The error body's `details`: the first invalid fields and what was expected. */
export function detailsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues
      .slice(0, limits.details)
      .map(({ path, message }) => [nameOf(path), shorten(message, maxLength)]),
  );
}

/** Longer than any real path. Clients may invent longer names. */
const maxLength = 200;

/** The name of a field in `details`. */
export function nameOf(path: readonly PropertyKey[]): string {
  return shorten(z.core.toDotPath(path) || 'body', maxLength);
}

type Path = readonly PropertyKey[];

/**
 * Path of the first text in a JSON value that matches; undefined if none does. Property names count
 * as texts.
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

/** Whether a text holds U+0000, which PostgreSQL cannot store. */
export function hasZero(text: string): boolean {
  return text.includes('\0');
}

/**
 * Path of the first text with a lone surrogate, which JSON may write as `"\\ud800"`. UTF-8 cannot
 * encode one, so that U+FFFD would be stored instead.
 */
export function illFormedAt(value: unknown): readonly PropertyKey[] | undefined {
  return textAt(value, (text) => !text.isWellFormed());
}
