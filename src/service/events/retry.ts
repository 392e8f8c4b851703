import { spreadGap } from '../../lib/time/growing-gap.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** How long to wait after each failed attempt; after the last of them there is one more attempt. */
const gaps = [
  5 * seconds,
  30 * seconds,
  2 * minutes,
  10 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
];

/** How often a delivery is tried. */
export const mostAttempts = gaps.length + 1;

/**
 * When to try again after so many failed attempts; undefined when that was the tenth. Up to a
 * fifth is added to each gap, so that hooks that failed together do not all come back together.
 */
export function retryAt(attempts: number, now: Date, random: () => number): Date | undefined {
  const gap = gaps[attempts - 1];
  return gap === undefined ? undefined : new Date(now.getTime() + spreadGap(gap, random()));
}
