import { z } from 'zod';
import { shorten } from '../../lib/text/text.ts';
import { limits } from '../../model/limits.ts';

/** Error for a text that PostgreSQL cannot store. */
export const withoutZero = 'expected a text without the character U+0000';
const wholeCharacters = 'expected whole characters, not lone surrogates';

/** The error body's `details`: the first invalid fields, and the expected values. */
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
 * The first text in a JSON value, property names included, that cannot be stored. UTF-8 has no lone
 * surrogates, which JSON may write as `"\\ud800"`: U+FFFD would be stored instead.
 */
export function findUnstorable(
  value: unknown,
  path: Path = [],
): { path: Path; expected: string } | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return { path, expected: withoutZero };
    return value.isWellFormed() ? undefined : { path, expected: wholeCharacters };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, one] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    const found = findUnstorable(key, here) ?? findUnstorable(one, here);
    if (found) return found;
  }
  return undefined;
}
