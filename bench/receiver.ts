import { readFile } from 'node:fs/promises';
import { startLive } from '../test/e2e/whole-path/live.ts';
import { generateDataSet } from './support/generate.ts';

const runs = 3;

/**
 * Peak memory of the receiver's own process, in megabytes, over a first run of `count` releases and
 * one run after each of a few publications. Processes that render pages are not included.
 */
export async function benchReceiver(count: number): Promise<number> {
  await using live = await startLive(runs, generateDataSet(count));
  await using receiver = await live.startReceiver();
  await receiver.until(idle);
  for (let run = 1; run <= runs; run += 1) {
    await live.publish(`r-${run}`);
    await receiver.until({ lastEvent: { type: 'release.published' } });
    await receiver.until(idle);
  }
  return await peakOf(receiver.process.pid);
}

const idle = { running: false, queue: { count: 0 }, lastSuccess: { kind: 'live' } };

/** Peak resident memory in megabytes, read from Linux's `/proc`. */
async function peakOf(pid: number | undefined): Promise<number> {
  const [, peak] = (await readFile(`/proc/${pid}/status`, 'utf8')).match(/^VmHWM:\s+(\d+)/m) ?? [];
  return Number(peak) / 1024;
}
