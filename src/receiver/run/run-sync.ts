import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withoutSecrets } from '../../config/settings.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import type { SyncReport } from '../../sync/report/report.ts';
import type { OnProgress } from './progress.ts';
import { fromSent } from './sent-error.ts';
import type { SyncMessage, SyncRequest } from './sync-messages.ts';

const program = fileURLToPath(moduleBeside('./processes/sync', import.meta.url));

/** As `npm run sync` has them. */
const flags = ['--optimize-for-size', '--max-semi-space-size=8'];

interface RunSyncOptions {
  /** Ends it, whatever it does; the next sync goes on from there. */
  signal: AbortSignal;
  onSynced: (report: SyncReport) => void;
  onProgress: OnProgress;
  onWait?: ((who: string) => void) | undefined;
  /** Lets everybody else go first. */
  isPatient?: boolean;
}

interface SyncRun {
  report: SyncReport;
  /** How the awaited releases stand. */
  visibilities: ReadonlyMap<string, ReleaseVisibility>;
}

/**
 * One sync, then the look for what events told of, in a process of its own: whoever goes on for
 * months would keep the modules, the grammars and the widest heap of all of them.
 * @throws WaymarkError and whatever else a sync throws, once nothing of it runs any more
 */
export async function runSync(
  request: SyncRequest,
  { signal, onSynced, onProgress, onWait, isPatient = false }: RunSyncOptions,
): Promise<SyncRun> {
  const { child, ended } = startBound(program, {
    flags,
    // The key goes another way: what is in the environment can be read by whoever sees processes.
    env: { ...withoutSecrets(process.env) },
    serialization: 'advanced',
    signal,
  });
  if (isPatient && child.pid !== undefined) letOthersGoFirst(child.pid);
  let run: Partial<SyncRun> = {};
  let error: Error | undefined;
  const hear: Hear = {
    progress: ({ told }) => onProgress(...told),
    waiting: ({ who }) => onWait?.(who),
    synced: ({ report }) => {
      run = { report };
      onSynced(report);
    },
    lookedUp: ({ visibilities }) => {
      run = { ...run, visibilities };
    },
    failed: (message) => {
      error = fromSent(message.error);
    },
  };
  child.on('message', (message: SyncMessage) => hear[message.kind](message as never));
  // Where it cannot be told, it has ended, which says why.
  child.send(request, () => {});
  const { failure, output } = await ended;
  signal.throwIfAborted();
  if (error) throw error;
  const { report, visibilities } = run;
  if (report && visibilities) return { report, visibilities };
  throw new WaymarkError(
    `The sync ended before it was done (${failure}); the next run does it again.\n${output}`.trimEnd(),
  );
}

type Hear = {
  [K in SyncMessage['kind']]: (message: Extract<SyncMessage, { kind: K }>) => void;
};

function letOthersGoFirst(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is gone already, or the system allows no such thing.
  }
}
