import type { Awaitable } from '../awaitable.ts';
import type { Clock } from '../time/clock.ts';

export interface Allowance {
  allowed: boolean;
  /** The `RateLimit` headers, and `Retry-After` if the limit is reached. */
  headers: Record<string, string>;
}

/** Counts a request of a caller against the limit. 0 for `perMinute` means no limit. */
export type RateLimit = (caller: string, perMinute: number) => Awaitable<Allowance>;

export const windowSeconds = 60;
/**
 * Maximum number of callers per window that are counted individually. All further callers share one
 * count.
 */
const maxCallers = 10_000;
/**
 * Names of callers are cut to this length. Addresses are shorter, but proxies may pass on longer
 * values.
 */
const maxCharacters = 64;
const others = '';

/**
 * Counts requests per caller in windows of one minute. The number of counted callers is limited.
 * The headers follow the IETF draft "RateLimit header fields for HTTP".
 */
export function createRateLimit(clock: Clock) {
  const nameOf = createNaming();
  let current = -1;
  let counts = new Map<string, number>();

  return (caller: string, perMinute: number): Allowance => {
    if (perMinute === 0) return unlimited;
    const seconds = clock.now().getTime() / 1000;
    const window = Math.floor(seconds / windowSeconds);
    if (window !== current) {
      current = window;
      counts = new Map();
    }
    const name = nameOf(caller, window);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const reset = Math.ceil((window + 1) * windowSeconds - seconds);
    return allowance(perMinute, count, reset);
  };
}

/**
 * Returns a function that maps a caller to the name under which its requests are counted. In each
 * window, callers beyond the limit share one name.
 */
export function createNaming(most = maxCallers): (caller: string, window: number) => string {
  let current = -1;
  let names = new Set<string>();
  return (caller, window) => {
    if (window !== current) {
      current = window;
      names = new Set();
    }
    const name = caller.slice(0, maxCharacters);
    if (!names.has(name) && names.size >= most) return others;
    names.add(name);
    return name;
  };
}

/** The result if there is no limit. */
export const unlimited: Allowance = { allowed: true, headers: {} };

/**
 * The result for a request.
 * @param count requests in the current window, including this one
 * @param reset seconds until the window ends
 */
export function allowance(perMinute: number, count: number, reset: number): Allowance {
  const allowed = count <= perMinute;
  const remaining = Math.max(0, perMinute - count);
  return {
    allowed,
    headers: {
      'RateLimit-Policy': `"minute";q=${perMinute};w=${windowSeconds}`,
      RateLimit: `"minute";r=${remaining};t=${reset}`,
      ...(!allowed && { 'Retry-After': String(reset) }),
    },
  };
}
