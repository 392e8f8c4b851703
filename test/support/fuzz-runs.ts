/** The number of random cases for a property; ten times as many in a soak run. */
export function fuzzRuns(runs: number): number {
  return process.env.SOAK_RUNS ? 10 * runs : runs;
}
