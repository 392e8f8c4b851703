import { z } from 'zod';
import { limits } from '../../model/limits.ts';

/** What is wrong with a text that no database of every engine keeps. */
export const withoutZero = 'expected a text without the character U+0000';

/** The error body's `details`: the first fields that are wrong, and what was expected there. */
export function detailsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues
      .slice(0, limits.details)
      .map(({ path, message }) => [z.core.toDotPath(path) || 'body', message]),
  );
}
