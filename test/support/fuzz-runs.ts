/** The number of random cases for a property; twenty times as many in a soak run. */
export function fuzzRuns(runs: number): number {
  return process.env.SOAK_RUNS ? 20 * runs : runs;
}
