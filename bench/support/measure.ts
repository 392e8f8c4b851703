/** One row of the table: how long the work takes, and the same for its baseline, in one run. */
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
  /** Makes everything as it is before the work; not timed. */
  prepare(): Promise<void>;
  runWork(): Promise<void>;
  /** Makes the baseline ready from what the work left; not timed. Gives the baseline. */
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

/** The middle one; of an even number, the higher of the two. */
export function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
