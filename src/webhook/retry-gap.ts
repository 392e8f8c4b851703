const first = 5_000;
const longest = 10 * 60_000;

/**
 * How long to wait after so many attempts in vain, in milliseconds: doubling from 5 s up to
 * 10 min, and up to a fifth more, so that receivers that failed together do not all come back
 * together.
 */
export function retryGap(attempts: number, random: () => number): number {
  return Math.min(first * 2 ** (attempts - 1), longest) * (1 + random() / 5);
}
