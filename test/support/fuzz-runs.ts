/** How many random cases a property is tried with; ten times as many in a long run. */
export function fuzzRuns(runs: number): number {
  return process.env.SOAK_RUNS ? 10 * runs : runs;
}
