/** The first wait and the longest wait between attempts, in milliseconds. */
export interface Gaps {
  first: number;
  max: number;
}

/**
 * Wait before the next attempt, in milliseconds. It doubles from `first` up to `max`, plus jitter.
 * @param spread random number from 0 to 1; 0 for no jitter
 */
export function growingGap(attempts: number, { first, max }: Gaps, spread = 0): number {
  return spreadGap(Math.min(first * 2 ** (attempts - 1), max), spread);
}

/**
 * Lengthens a wait by up to a fifth, so that clients which failed at the same time do not retry at
 * the same time.
 * @param spread random number from 0 to 1
 */
export function spreadGap(gap: number, spread: number): number {
  return gap * (1 + spread / 5);
}
