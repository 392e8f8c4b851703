import { z } from 'zod';
import { shorten } from '../../lib/text/text.ts';
import { limits } from '../../model/limits.ts';

/** Error message for a text with U+0000, which PostgreSQL cannot store. */
export const withoutZero = 'expected a text without the character U+0000';
const wholeCharacters = 'expected whole characters, not lone surrogates';

/** The `details` of an error body: the first few invalid fields, each with the expected value. */
export function detailsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues
      .slice(0, limits.details)
      .map(({ path, message }) => [nameOf(path), shorten(message, maxLength)]),
  );
}

/**
 * Longer texts in `details` are truncated, because clients may send property names of any length.
 */
const maxLength = 200;

/** The name that a field has in `details`. */
export function nameOf(path: readonly PropertyKey[]): string {
  return shorten(z.core.toDotPath(path) || 'body', maxLength);
}

type Path = readonly PropertyKey[];

/**
 * Finds the first text or property name in a JSON value that cannot be stored. JSON may contain a
 * lone surrogate as `"\\ud800"`, but UTF-8 cannot: U+FFFD would be stored instead.
 */
export function findUnstorable(value: unknown): { path: Path; expected: string } | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return { path: [], expected: withoutZero };
    return value.isWellFormed() ? undefined : { path: [], expected: wholeCharacters };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  // The path is only made for what is found, because bodies may have very many values.
  const isList = Array.isArray(value);
  for (const key of isList ? value.keys() : Object.keys(value)) {
    const one: unknown = value[key as keyof typeof value];
    const found = (isList ? undefined : findUnstorable(key)) ?? findUnstorable(one);
    if (found) return { ...found, path: [key, ...found.path] };
  }
  return undefined;
}
