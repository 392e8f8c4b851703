/**
 * The number of random cases for a property: few in ordinary runs, which have many properties to
 * try, and many in soak runs.
 */
export function fuzzRuns(runs: number, inSoak = 20 * runs): number {
  return process.env.SOAK_RUNS ? inSoak : runs;
}
