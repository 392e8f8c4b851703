import type { HttpAnswer } from '../../client/exchange.ts';
import { parseRetryAfter } from '../../client/retry.ts';
import type { Forge } from './forge.ts';

/**
 * Time at which a rate limit ends, in milliseconds since 1970. Undefined if a rate limit is not the
 * cause of the answer.
 */
export function findLimitEnd(answer: HttpAnswer, { rateLimit }: Forge, now: Date) {
  const { status, headers, retryAfter, body } = answer;
  if (status !== 403 && status !== 429) return undefined;
  const after = parseRetryAfter(retryAfter, now);
  if (after !== undefined) return now.getTime() + after;
  const isUsedUp = headers.get(rateLimit.remaining) === '0';
  const reset = headers.get(rateLimit.reset) ?? '';
  if (isUsedUp && /^\d{1,12}$/.test(reset)) return Number(reset) * 1000;
  // GitHub asks clients to wait for at least a minute if the answer states no time.
  const isLimited = status === 429 || rateLimit.secondary?.test(String(body));
  return isLimited ? now.getTime() + 60_000 : undefined;
}

/**
 * Formats a time for people, such as `in 23 minutes, at 14:32`. Times that are 12 hours or more
 * away include the date.
 */
export function formatMoment(at: number, now: Date): string {
  const minutes = Math.max(1, Math.ceil((at - now.getTime()) / 60_000));
  const isNear = minutes < 12 * 60;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeStyle: 'short',
    ...(isNear ? {} : { dateStyle: 'medium' }),
  }).format(Math.min(at, maxTime));
  return isNear
    ? `${new Intl.RelativeTimeFormat('en').format(minutes, 'minute')}, at ${clock}`
    : `on ${clock}`;
}

/** The latest time that `Date` supports. */
const maxTime = 8.64e15;
