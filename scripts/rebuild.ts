import { systemClock } from '../src/lib/clock.ts';
import { WaymarkError } from '../src/model/errors.ts';
import { type PublishOutcome, publish } from '../src/publish/publish.ts';
import { whyPaused } from '../src/publish/state.ts';
import type { SyncReport } from '../src/sync/report.ts';
import { type BuildOptions, buildSite } from './build-site.ts';
import { type SyncOnceOptions, syncOnce } from './sync-once.ts';

export interface RebuildOptions extends BuildOptions {
  api: SyncOnceOptions['api'];
}

interface Rebuilt {
  report: SyncReport;
  outcome: PublishOutcome;
}

/**
 * One turn of the whole path: sync, then build, then publish.
 * @throws WaymarkError when what was built is refused
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { api, contentDir, outDir, signal } = options;
  const report = await syncOnce({ api, contentDir, ...(signal && { signal }) });
  const paused = await whyPaused(outDir);
  // Before the build, which takes a while: nothing would come of it.
  if (paused) return { report, outcome: { kind: 'paused', why: paused } };
  const outcome = await buildSite(options, ({ folder, demands }) =>
    publish({ built: folder, demands, outDir, now: systemClock.now() }),
  );
  if (outcome.kind === 'refused') throw new WaymarkError(outcome.why);
  return { report, outcome };
}
