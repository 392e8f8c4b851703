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
