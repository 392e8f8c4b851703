import { readFile } from 'node:fs/promises';
import { startLive } from '../test/e2e/whole-path/live.ts';
import { generateDataSet } from './support/generate.ts';

const runs = 3;

/**
 * The most memory that the receiver's own process took, in megabytes, for a first run over `count`
 * releases and one for each of some publications after it; what renders pages counts by itself.
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

/** As Linux tells it, in kB. */
async function peakOf(pid: number | undefined): Promise<number> {
  const [, peak] = (await readFile(`/proc/${pid}/status`, 'utf8')).match(/^VmHWM:\s+(\d+)/m) ?? [];
  return Number(peak) / 1024;
}
