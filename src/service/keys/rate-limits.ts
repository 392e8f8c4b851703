import { createRateLimit, type RateLimit } from '../../lib/http/rate-limit.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { OpenDatabase } from '../database/location.ts';
import { createSharedRateLimit } from './shared-rate-limit.ts';

/**
 * Apart, as of each so many are counted one by one, and all others together: strangers can be that
 * many.
 */
export interface RateLimits {
  holders: RateLimit;
  strangers: RateLimit;
  /** Calls of an incoming webhook, from whatever addresses they come. */
  webhooks: RateLimit;
}

/** For all instances together where there can be several, and otherwise in memory. */
export function createRateLimits(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  clock: Clock,
): RateLimits {
  const create = (kind: keyof RateLimits) =>
    engine === 'postgres' ? createSharedRateLimit(db, kind, { clock }) : createRateLimit(clock);
  return {
    holders: create('holders'),
    strangers: create('strangers'),
    webhooks: create('webhooks'),
  };
}
