/** In milliseconds. */
export interface Gaps {
  first: number;
  longest: number;
}

/**
 * How long to wait after so many attempts in vain, in milliseconds: doubling from the first gap up
 * to the longest, and up to a fifth more, so that what failed together does not all come back
 * together.
 * @param spread from 0 to 1
 */
export function growingGap(attempts: number, { first, longest }: Gaps, spread: number): number {
  return Math.min(first * 2 ** (attempts - 1), longest) * (1 + spread / 5);
}
