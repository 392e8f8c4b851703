import { digest, fractionOf } from '../../lib/digest.ts';
import type { ReadTimes } from '../../model/content/sync-cache.ts';

const oneDay = 24 * 60 * 60 * 1000;

/** Which records behind reduced rows are due to be read again; a list may show too little of them. */
export interface Freshness {
  isDue(key: string): boolean;
  onRead(key: string): void;
  /** The times to remember for the next sync: of the records that this one came across. */
  next(): ReadTimes;
}

/**
 * A record falls due a day after it was read last, or up to two, spread by its key so that they do
 * not all fall due at once. One that nothing is known of is trusted, and its time starts now.
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
