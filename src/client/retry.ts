import { growingGap } from '../lib/time/growing-gap.ts';
import type { Exchange } from './exchange.ts';

/** Maximum number of retries after the first attempt. */
export const maxRetries = 4;

const gaps = { first: 250, max: 8_000 };
const maxRetryAfterMs = 15 * 60_000;

export type RetryDecision = { kind: 'retry'; afterMs: number } | { kind: 'stop'; why: string };

/**
 * Decides whether a GET is tried again, and after how many milliseconds. A valid `Retry-After` of
 * up to 15 minutes is obeyed in full (RFC 9110, 10.2.3). Without this header, the wait is a random
 * time between zero and a bound that doubles with each retry ("full jitter").
 * @param retry number of retries before this one
 * @param random a number from 0 to 1
 */
export function nextAttempt(
  result: Exchange,
  retry: number,
  random: number,
  now: Date,
): RetryDecision {
  const answer = result.kind === 'answer' ? result.answer : undefined;
  if (result.kind === 'too-large' || (answer && !isTransient(answer.status)))
    return { kind: 'stop', why: 'a retry would not help' };
  if (retry >= maxRetries) return { kind: 'stop', why: `gave up after ${retry + 1} attempts` };
  const waitMs = parseRetryAfter(answer?.retryAfter, now);
  if (waitMs === undefined) return { kind: 'retry', afterMs: random * growingGap(retry + 1, gaps) };
  if (waitMs > maxRetryAfterMs)
    return {
      kind: 'stop',
      why: `the API asks for a pause of ${Math.ceil(waitMs / 60_000)} minutes`,
    };
  return { kind: 'retry', afterMs: waitMs };
}

/** The wait in a `Retry-After` header, in milliseconds; undefined if it is missing or invalid. */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  // Discord sends fractions of a second.
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  if (!/^[A-Z][a-z]{2}, /.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/**
 * Whether a status (RFC 9110, 15) describes a temporary failure, so that a later attempt may
 * succeed.
 */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
