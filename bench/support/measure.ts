/** One row of the table: the time of some work and of its baseline, measured in the same run. */
export interface Row {
  work: string;
  baseline: string;
  workMs: number;
  baselineMs: number;
  ratio: number;
}

export interface Contest {
  work: string;
  baseline: string;
  /** Sets up the state that the work needs; not timed. */
  prepare(): Promise<void>;
  runWork(): Promise<void>;
  /** Prepares the baseline from the result of the work, untimed, and returns the baseline. */
  readyBaseline(): Promise<() => Promise<void>>;
}

/** Times work and baseline in turn, `rounds` times after a warm-up; the row holds the medians. */
export async function measure(contest: Contest, rounds: number): Promise<Row> {
  const times = { work: [] as number[], baseline: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    await contest.prepare();
    const workMs = await timed(contest.runWork);
    const baselineMs = await timed(await contest.readyBaseline());
    if (round === 0) continue;
    times.work.push(workMs);
    times.baseline.push(baselineMs);
  }
  const [workMs, baselineMs] = [median(times.work), median(times.baseline)];
  const { work, baseline } = contest;
  return { work, baseline, workMs, baselineMs, ratio: workMs / baselineMs };
}

/** How long a task takes, in milliseconds. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

/** The middle value; of an even number of values, the higher one of the two in the middle. */
export function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
