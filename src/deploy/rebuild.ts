import { type BuildOptions, buildSite } from '../build/build-site.ts';
import { systemClock } from '../lib/time/clock.ts';
import { sampleWorkspaceId } from '../model/api/workspace.ts';
import { WaymarkError } from '../model/errors.ts';
import { listGenerations } from '../publish/list.ts';
import { publish } from '../publish/publish.ts';
import type { SyncReport } from '../sync/report/report.ts';
import type { Rebuild, RebuildOutcome, RebuildRequest } from '../webhook/contract.ts';
import type { ApiSettings } from './connect.ts';
import type { OnProgress } from './progress.ts';
import { runSync } from './run-sync.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import type { AssetSettings } from './sync-once.ts';

/** What a run came to; what stands outside is named by its generation. */
type Acted = Pick<RebuildOutcome, 'kind' | 'why' | 'generation'>;

/** Brings to the outside what was synced. */
export type Action = (options: ActionOptions) => Promise<Acted>;

interface ActionOptions {
  site: BuildOptions;
  signal: AbortSignal;
  /** What the outside has. */
  before: string | undefined;
  stopwatch: Stopwatch;
}

export interface RebuildOptions {
  api: ApiSettings;
  site: Omit<BuildOptions, 'signal'>;
  assets: AssetSettings;
  action: Action;
  /** Ends a run early: its events stay pending. */
  signal: AbortSignal;
  /** Whether the bundled sample may be published. */
  sample: 'published' | 'held';
  onSynced: (report: SyncReport) => void;
  /** Told how far a run is. */
  onProgress?: OnProgress;
  /** Told who else works on the content, or builds, while a run waits for them. */
  onWait?: (who: string) => void;
}

/** Longer than any build takes: what hangs must not keep all that follows from going live. */
const longestRun = 60 * 60_000;

/** One turn of the whole path: sync, look for what events told of, then the action. */
export function createRebuild(options: RebuildOptions): Rebuild {
  const { api, assets, action, sample, onSynced, onWait, onProgress = () => {} } = options;
  const onRendered = (done: number, total: number) => onProgress('rendering', done, total);
  const site = { ...options.site, onRendered };
  return async ({ awaited, before }: RebuildRequest): Promise<RebuildOutcome> => {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(longestRun)]);
    const { contentDir } = site;
    const stopwatch = startStopwatch();
    const { report, visibilities } = await runSync(
      { ...assets, api, contentDir, awaited },
      {
        signal,
        onProgress,
        onWait,
        onSynced: (report) => {
          stopwatch.lap('sync');
          onSynced(report);
        },
      },
    );
    stopwatch.lap('lookUp');
    const isHeld = report.workspace.id === sampleWorkspaceId && sample === 'held';
    const acted = isHeld
      ? heldSample
      : await action({ site: { ...site, signal, onWait }, signal, before, stopwatch });
    return { ...acted, visibilities, parts: stopwatch.parts };
  };
}

const heldSample: Acted = {
  kind: 'held',
  why: 'The API leads to the bundled sample workspace, which is published by the demo alone. Set API_BASE_URL and API_KEY to your own.',
  generation: undefined,
};

/** Builds the site and takes it live as a generation. @throws WaymarkError when it is refused */
export const publishHere: Action = async ({ site, stopwatch }) => {
  const { outDir } = site;
  const { paused: why, generations } = await listGenerations(outDir);
  // Before the build, which takes a while: nothing would come of it.
  if (why) return { kind: 'paused', why, generation: generations.find(({ live }) => live)?.name };
  const outcome = await buildSite(site, ({ folder: built, index, publishCache, requirements }) => {
    stopwatch.lap('build');
    const now = systemClock.now();
    return publish({ built, index, outDir, publishCache, requirements, now });
  });
  stopwatch.lap('publish');
  if (outcome.kind === 'refused') throw new WaymarkError(outcome.why);
  if (outcome.kind === 'paused') return { ...outcome, generation: undefined };
  return { kind: 'live', generation: outcome.generation };
};
