/** In milliseconds. */
export interface Gaps {
  first: number;
  max: number;
}

/**
 * How long to wait after so many attempts in vain, in milliseconds: doubling from the first gap up
 * to the longest, and spread.
 * @param spread from 0 to 1
 */
export function growingGap(attempts: number, gaps: Gaps, spread: number): number {
  return spreadGap(doubledGap(attempts, gaps), spread);
}

/** Such a gap as it is before it is spread. */
export function doubledGap(attempts: number, { first, max }: Gaps): number {
  return Math.min(first * 2 ** (attempts - 1), max);
}

/**
 * A gap and up to a fifth more, so that what failed together does not all come back together.
 * @param spread from 0 to 1
 */
export function spreadGap(gap: number, spread: number): number {
  return gap * (1 + spread / 5);
}
