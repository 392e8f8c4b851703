import { growingGap } from '../../lib/time/growing-gap.ts';

const gaps = { first: 5_000, max: 10 * 60_000 };

/** Delay before the next attempt, in milliseconds. Grows from 5 s to 10 min. */
export function retryGap(attempts: number, random: () => number): number {
  return growingGap(attempts, gaps, random());
}
