import { command } from '../../lib/processes/command.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { sampleWorkspaceId } from '../../model/api/workspace.ts';
import { WaymarkError } from '../../model/errors.ts';
import { whyPaused } from '../../publish/generations/state.ts';
import { listGenerations } from '../../publish/list.ts';
import { publish } from '../../publish/publish.ts';
import { type BuildOptions, buildSite } from '../../render/build-site.ts';
import type { EntryLine, SyncReport } from '../../sync/report/report.ts';
import type { Rebuild, RebuildOutcome, RebuildRequest } from '../contract.ts';
import type { ApiSettings } from './connect.ts';
import { isBundledSample } from './is-bundled-sample.ts';
import type { OnProgress } from './progress.ts';
import type { PublishedHere, Resident } from './resident.ts';
import { runSync } from './run-sync.ts';
import type { SourcesSettings } from './sources-settings.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import type { AssetSettings } from './sync-once.ts';

/** What a run came to; what stands outside is named by its generation. */
type Acted = Pick<RebuildOutcome, 'kind' | 'why' | 'generation'>;

/** Brings to the outside what was synced. */
export type Action = (options: ActionOptions) => Promise<Acted>;

export interface ActionOptions {
  site: BuildOptions;
  signal: AbortSignal;
  /** What the outside has. */
  before: string | undefined;
  stopwatch: Stopwatch;
}

export interface RebuildOptions {
  api: ApiSettings;
  /** Where releases are read from, where that is not the API alone. */
  sources?: SourcesSettings | undefined;
  site: Omit<BuildOptions, 'signal'>;
  assets: AssetSettings;
  action: Action;
  /** Ends a run early: its events stay pending. */
  signal: AbortSignal;
  /** Has at hand what an event needs; without one, everything is looked at every time. */
  resident?: Resident | undefined;
  /** Told which of the awaited releases were brought alone that were not there before. */
  onBrought?: (added: readonly EntryLine[]) => void;
  /** Told why awaited releases could not be brought alone, so that everything was looked at. */
  onLeft?: (why: string) => void;
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
  const { action, sample, onWait, onProgress = () => {} } = options;
  const onRendered = (done: number, total: number) => onProgress('rendering', done, total);
  const site = { ...options.site, onRendered };
  return async (request: RebuildRequest): Promise<RebuildOutcome> => {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(longestRun)]);
    const stopwatch = startStopwatch();
    const looking = { signal, stopwatch };
    const seen =
      (request.scope === 'awaited' && (await bring(request.awaited, options, looking))) ||
      (await walk(request, options, looking));
    const isHeld =
      sample === 'held' &&
      seen.workspace === sampleWorkspaceId &&
      (await isBundledSample(site.contentDir));
    const acted = isHeld
      ? heldSample
      : await action({
          site: { ...site, signal, onWait },
          signal,
          before: request.before,
          stopwatch,
        });
    const { scope, visibilities } = seen;
    return { ...acted, scope, visibilities, parts: stopwatch.parts };
  };
}

interface Looking {
  signal: AbortSignal;
  stopwatch: Stopwatch;
}

interface Seen extends Pick<RebuildOutcome, 'scope' | 'visibilities'> {
  /** Its id; undefined where it is the one that was published before. */
  workspace: string | undefined;
}

/** So many are asked for by their ids; of more, a walk of all lists is the shorter way. */
const mostBrought = 20;

/** The awaited releases alone; undefined where they are not to be had so. */
async function bring(
  ids: readonly string[],
  { api, sources, assets, site, resident, onWait, onLeft, onBrought }: RebuildOptions,
  { signal, stopwatch }: Looking,
): Promise<Seen | undefined> {
  if (!resident || sources || ids.length > mostBrought) return undefined;
  const { contentDir } = site;
  const synced = await resident.syncReleases(
    { ...assets, api, contentDir, ids },
    { signal, onWait },
  );
  stopwatch.lap('sync');
  if (synced?.kind === 'deferred') onLeft?.(synced.why);
  if (synced?.kind !== 'synced') return undefined;
  onBrought?.(synced.added);
  const visibilities = new Map(synced.ids.map((id) => [id, { kind: 'public' } as const]));
  return { scope: 'awaited', visibilities, workspace: undefined };
}

/** Everything that the API shows. */
async function walk(
  { awaited, yields }: RebuildRequest,
  { api, sources, assets, site, onSynced, onWait, onProgress = () => {} }: RebuildOptions,
  { signal, stopwatch }: Looking,
): Promise<Seen> {
  const { contentDir } = site;
  const { report, visibilities } = await runSync(
    { ...assets, api, sources, contentDir, awaited },
    {
      signal: yields ? AbortSignal.any([signal, yields]) : signal,
      onProgress,
      onWait,
      // Nobody waits for it: what events told of is live.
      isPatient: awaited.length === 0,
      onSynced: (report) => {
        stopwatch.lap('sync');
        onSynced(report);
      },
    },
  );
  stopwatch.lap('lookUp');
  return { scope: 'everything', visibilities, workspace: report.workspace.id };
}

const heldSample: Acted = {
  kind: 'held',
  why: `The API has the bundled sample as it comes, which only the demo publishes. Publish or edit a release, name the workspace (${command('service workspace --name NAME')}), or set API_BASE_URL and API_KEY to your own.`,
  generation: undefined,
};

/** Builds the site and takes it live as a generation. @throws WaymarkError when it is refused */
export function publishHere(resident?: Resident): Action {
  return async ({ site, signal, stopwatch }) => {
    const why = await whyPaused(site.outDir);
    // Before the build, which takes a while: nothing would come of it.
    if (why) return { kind: 'paused', why, generation: await liveGeneration(site.outDir) };
    const { onWait, onNotes } = site;
    const published = await resident?.publish({ signal, onWait, onNotes }, stopwatch.lap);
    if (published) return published;
    const outcome = await buildAndPublish(site, stopwatch);
    if (outcome.kind === 'live') resident?.start();
    return outcome;
  };
}

async function buildAndPublish(site: BuildOptions, stopwatch: Stopwatch): Promise<PublishedHere> {
  const { outDir } = site;
  const outcome = await buildSite(site, ({ folder: built, index, publishCache, requirements }) => {
    stopwatch.lap('build');
    const now = systemClock.now();
    return publish({ built, index, outDir, publishCache, requirements, now });
  });
  stopwatch.lap('publish');
  if (outcome.kind === 'refused') throw new WaymarkError(outcome.why);
  if (outcome.kind === 'paused') return { ...outcome, generation: undefined };
  return { kind: 'live', generation: outcome.generation };
}

async function liveGeneration(outDir: string): Promise<string | undefined> {
  const { generations } = await listGenerations(outDir);
  return generations.find(({ live }) => live)?.name;
}
