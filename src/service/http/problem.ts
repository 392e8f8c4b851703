import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '../../model/errors.ts';

/** Answers with an error body (docs/api.md, "Errors"). */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  error: string,
  details?: ErrorBody['details'],
): Response {
  return c.json(errorBody(error, details), status);
}

export function errorBody(error: string, details?: ErrorBody['details']): ErrorBody {
  return { error, ...(details && { details }) };
}

/** Answers 503 with `Retry-After`. Nothing was changed. */
export function unavailable(c: Context, seconds: number): Response {
  c.header('Retry-After', String(seconds));
  return problem(c, 503, 'The database is not available. Try again after Retry-After seconds.');
}

/** The error body with which `listen()` answers requests that are not valid HTTP. */
export const malformed = JSON.stringify({
  error: 'The request is malformed.',
} satisfies ErrorBody);
