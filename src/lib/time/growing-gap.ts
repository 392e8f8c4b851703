/** In milliseconds. */
export interface Gaps {
  first: number;
  max: number;
}

/**
 * Wait before the next attempt, in milliseconds: doubles from `first` up to `max`, plus jitter.
 * @param spread from 0 to 1
 */
export function growingGap(attempts: number, gaps: Gaps, spread: number): number {
  return spreadGap(doubledGap(attempts, gaps), spread);
}

/** The gap without jitter. */
export function doubledGap(attempts: number, { first, max }: Gaps): number {
  return Math.min(first * 2 ** (attempts - 1), max);
}

/**
 * Adds up to a fifth, so that clients which failed together do not return together.
 * @param spread from 0 to 1
 */
export function spreadGap(gap: number, spread: number): number {
  return gap * (1 + spread / 5);
}
