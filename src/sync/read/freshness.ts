import { digest, fractionOf } from '../../lib/digest.ts';
import type { ReadTimes } from '../../model/content/sync-cache.ts';

const oneDay = 24 * 60 * 60 * 1000;

export type Freshness = ReturnType<typeof createFreshness>;

/**
 * Decides which records are due to be read by id again, because lists may omit some of their
 * fields.
 *
 * A record is due one to two days after it was last read. The exact time depends on a hash of its
 * key, so that not all records are due at once. A record without a recorded time counts as read
 * now.
 * @param all whether every record is due
 */
export function createFreshness(times: Readonly<ReadTimes>, now: Date, all: boolean) {
  const next: ReadTimes = {};
  return {
    isDue: (key: string) => {
      const last = times[key] ?? now.getTime();
      next[key] = last;
      return all || now.getTime() - last > oneDay * (1 + fractionOf(digest(key)));
    },
    onRead: (key: string) => {
      next[key] = now.getTime();
    },
    /**
     * When each record was last read, to be saved for the next sync. Has only records that this
     * sync saw.
     */
    next: () => next,
  };
}
