import { digest, fractionOf } from '../../lib/digest.ts';
import type { ReadTimes } from '../../model/content/sync-cache.ts';

const oneDay = 24 * 60 * 60 * 1000;

/**
 * Decides which records are due to be read by id again, because lists may omit some of their
 * fields.
 */
export interface Freshness {
  isDue(key: string): boolean;
  onRead(key: string): void;
  /**
   * When each record was last read, to keep for the next sync. Records that this sync did not see
   * are forgotten.
   */
  next(): ReadTimes;
}

/**
 * A record is due one to two days after it was last read. How late in this range depends on its
 * key, so that not all records are due at once. For a record without a recorded time, the time
 * starts now.
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
