import { command } from '../../lib/processes/command.ts';
import type { OnProgress } from '../../lib/progress.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { bundledSample, sampleWorkspaceId } from '../../model/api/workspace.ts';
import { whyPaused } from '../../publish/generations/state.ts';
import { listGenerations } from '../../publish/list.ts';
import { publish } from '../../publish/publish.ts';
import { type BuildOptions, buildSite } from '../../render/build-site.ts';
import { readContent } from '../../store/read/read-content.ts';
import type { AssetSettings, SyncOnceOptions } from '../../sync/run/sync-once.ts';
import type { EntryLine, SyncReport } from '../../sync/write/report/report.ts';
import type { Rebuild, RebuildOutcome, RebuildRequest } from '../contract.ts';
import { runSync } from './run-sync.ts';
import { type PublishedHere, toPublishedHere, type Worker } from './worker.ts';

type ActionOutcome = Pick<RebuildOutcome, 'kind' | 'why' | 'generation'>;

/** Publishes the synced content, or passes it on to a command or a hook. */
export type Action = (options: ActionOptions) => Promise<ActionOutcome>;

interface ActionOptions {
  site: BuildOptions;
  signal: AbortSignal;
  /** The generation that was live before this run. */
  before: string | undefined;
  stopwatch: Stopwatch;
}

export interface RebuildOptions extends Pick<SyncOnceOptions, 'api' | 'sources'> {
  site: Omit<BuildOptions, 'signal'>;
  assets: AssetSettings;
  action: Action;
  /** Aborts a run. The run's events then stay pending. */
  signal: AbortSignal;
  /** Syncs single releases and publishes faster. Without a worker, each run syncs everything. */
  worker?: Worker | undefined;
  /** Called after a sync by id, with the releases that it added. */
  onSyncedById?: (added: readonly EntryLine[]) => void;
  /** Called if a full sync replaces a sync by id. `why` is the reason. */
  onDeferred?: (why: string) => void;
  /** Whether the bundled sample may be published. */
  sample: 'published' | 'held';
  onSynced: (report: SyncReport) => void;
  onProgress?: OnProgress;
  /** Called while another process holds a lock that the run needs. */
  onWait?: (who: string) => void;
}

/** Timeout for a run that hangs. It is longer than any build takes. */
const runTimeoutMs = 60 * 60_000;

/** Creates the function that syncs, looks up the releases of events, and runs the action. */
export function createRebuild(options: RebuildOptions): Rebuild {
  const { action, sample, onWait, onProgress = () => {} } = options;
  const onRendered = (done: number, total: number) => onProgress('rendering', done, total);
  const site = { ...options.site, onRendered };
  return async (request: RebuildRequest): Promise<RebuildOutcome> => {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(runTimeoutMs)]);
    const stopwatch = startStopwatch();
    const running = { signal, stopwatch };
    const synced =
      (request.scope === 'awaited' && (await syncAwaited(request.awaited, options, running))) ||
      (await syncEverything(request, options, running));
    const isHeld =
      sample === 'held' &&
      synced.workspace === sampleWorkspaceId &&
      (await isBundledSample(site.contentDir));
    const outcome = isHeld
      ? heldSample
      : await action({
          site: { ...site, signal, onWait },
          signal,
          before: request.before,
          stopwatch,
        });
    const { scope, visibilities } = synced;
    return { ...outcome, scope, visibilities, parts: stopwatch.parts };
  };
}

type Running = Pick<ActionOptions, 'signal' | 'stopwatch'>;

interface Synced extends Pick<RebuildOutcome, 'scope' | 'visibilities'> {
  /**
   * Id of the synced workspace. Undefined after a sync by id, which cannot change the workspace.
   */
  workspace: string | undefined;
}

/** Maximum number of releases to sync by id. For more, a full sync needs fewer requests. */
const maxSyncedById = 20;

/** Syncs only the awaited releases. Returns undefined if a full sync is needed. */
async function syncAwaited(
  ids: readonly string[],
  { api, sources, assets, site, worker, onWait, onDeferred, onSyncedById }: RebuildOptions,
  { signal, stopwatch }: Running,
): Promise<Synced | undefined> {
  if (!worker || !api || sources || ids.length > maxSyncedById) return undefined;
  const { contentDir } = site;
  const synced = await worker.syncById({ ...assets, api, contentDir, ids }, { signal, onWait });
  stopwatch.lap('sync');
  if (synced?.kind === 'deferred') onDeferred?.(synced.why);
  if (synced?.kind !== 'synced') return undefined;
  onSyncedById?.(synced.added);
  const visibilities = new Map(synced.ids.map((id) => [id, { kind: 'public' } as const]));
  return { scope: 'awaited', visibilities, workspace: undefined };
}

async function syncEverything(
  { awaited, yields }: RebuildRequest,
  { api, sources, assets, site, onSynced, onWait, onProgress = () => {} }: RebuildOptions,
  { signal, stopwatch }: Running,
): Promise<Synced> {
  const { contentDir } = site;
  const { report, visibilities } = await runSync(
    { ...assets, api, sources, contentDir, awaited },
    {
      signal: yields ? AbortSignal.any([signal, yields]) : signal,
      onProgress,
      onWait,
      onSynced: (report) => {
        stopwatch.lap('sync');
        onSynced(report);
      },
    },
  );
  stopwatch.lap('lookUp');
  return { scope: 'everything', visibilities, workspace: report.workspace.id };
}

const heldSample: ActionOutcome = {
  kind: 'held',
  why: `The API has the unchanged sample data, which only the demo publishes. Publish or edit a release, name the workspace (${command('service workspace --name NAME')}), or set API_BASE_URL and API_KEY to those of your own API.`,
  generation: undefined,
};

/**
 * Builds the site and publishes it as a generation.
 * @throws WaymarkError if publishing is refused
 */
export function publishHere(worker?: Worker): Action {
  return async ({ site, signal, stopwatch }) => {
    const why = await whyPaused(site.outDir);
    // While publishing is paused, a build would be wasted.
    if (why) {
      const { generations } = await listGenerations(site.outDir);
      return { kind: 'paused', why, generation: generations.find(({ live }) => live)?.name };
    }
    const { onWait, onNotes } = site;
    const published = await worker?.publish({ signal, onWait, onNotes }, stopwatch.lap);
    if (published) return published;
    const outcome = await buildAndPublish(site, stopwatch);
    if (outcome.kind === 'live') worker?.start();
    return outcome;
  };
}

async function buildAndPublish(site: BuildOptions, stopwatch: Stopwatch): Promise<PublishedHere> {
  const { outDir } = site;
  const outcome = await buildSite(site, ({ folder, ...built }) => {
    stopwatch.lap('build');
    return publish({ ...built, built: folder, outDir, now: systemClock.now() });
  });
  stopwatch.lap('publish');
  return toPublishedHere(outcome);
}

/** Whether a content folder holds the bundled sample, unchanged. */
async function isBundledSample(contentDir: string): Promise<boolean> {
  const { workspace, releases, milestones } = await readContent(contentDir);
  if (workspace?.id !== sampleWorkspaceId || workspace.name !== bundledSample.name) return false;
  const entries = [...releases.values(), ...milestones.values()];
  return entries.every(({ updated_at: at }) => (at ?? '') <= bundledSample.updatedAt);
}

type Stopwatch = ReturnType<typeof startStopwatch>;

export function startStopwatch() {
  /** Duration of each part in milliseconds. */
  const parts: Record<string, number> = {};
  let since = performance.now();
  return {
    parts,
    /** Ends a part of the work and stores its duration. The next part begins at once. */
    lap(part: string) {
      const now = performance.now();
      parts[part] = Math.round(now - since);
      since = now;
    },
  };
}
