import type { HttpAnswer } from '../../client/exchange.ts';
import { parseRetryAfter } from '../../client/retry.ts';

/**
 * When an answer's rate limit ends, in milliseconds since 1970; undefined where it is none. GitHub
 * says 403 as often as 429, and then tells with `retry-after` or `x-ratelimit-reset` (REST API, "Rate
 * limits").
 */
export function limitEnd(
  { status, headers, retryAfter }: HttpAnswer,
  now: Date,
): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const after = parseRetryAfter(retryAfter, now);
  if (after !== undefined) return now.getTime() + after;
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
  const reset = headers.get('x-ratelimit-reset') ?? '';
  if (isUsedUp && /^\d{1,12}$/.test(reset)) return Number(reset) * 1000;
  // It asks to wait for at least a minute where it does not say how long.
  return status === 429 ? now.getTime() + 60_000 : undefined;
}

/** A moment for a person: `in 23 minutes, at 14:32`; with its day where that is not near. */
export function momentText(at: number, now: Date): string {
  const minutes = Math.max(1, Math.ceil((at - now.getTime()) / 60_000));
  const isNear = minutes < 12 * 60;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeStyle: 'short',
    ...(isNear ? {} : { dateStyle: 'medium' }),
  }).format(Math.min(at, latest));
  return isNear
    ? `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, at ${clock}`
    : `on ${clock}`;
}

/** No later moment has a date. */
const latest = 8.64e15;
