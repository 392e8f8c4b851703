import { digest, fractionOf } from '../../lib/digest.ts';
import type { ReadTimes } from '../../model/content/sync-cache.ts';

const oneDay = 24 * 60 * 60 * 1000;

/**
 * Decides which records behind reduced rows are due to be read again, as lists may omit their
 * fields.
 */
export interface Freshness {
  isDue(key: string): boolean;
  onRead(key: string): void;
  /** Times to keep for the next sync: of the records that this one saw. */
  next(): ReadTimes;
}

/**
 * A record is due one to two days after it was last read. The key spreads records over that day, so
 * that they are not all due at once. A record without a time starts now.
 * @param all whether every record is due
 */
export function createFreshness(times: Readonly<ReadTimes>, now: Date, all: boolean): Freshness {
  const next: ReadTimes = {};
  return {
    isDue: (key) => {
      const last = times[key] ?? now.getTime();
      next[key] = last;
      return all || now.getTime() - last > oneDay * (1 + fractionOf(digest(key)));
    },
    onRead: (key) => {
      next[key] = now.getTime();
    },
    next: () => next,
  };
}
