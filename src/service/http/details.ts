import { z } from 'zod';

/** The error body's `details`: each field that is wrong, and what was expected there. */
export function detailsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.map(({ path, message }) => [z.core.toDotPath(path) || 'body', message]),
  );
}
