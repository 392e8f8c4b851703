import { fileURLToPath } from 'node:url';
import { withoutSecrets } from '../../config/settings.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import type { OnProgress } from '../../lib/progress.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { ReleaseVisibility } from '../../model/release-visibility.ts';
import { fromSent } from '../../model/sent-error.ts';
import type { SyncReport } from '../../sync/write/report/report.ts';
import type { SyncMessage, SyncRequest } from './sync-messages.ts';

const program = fileURLToPath(moduleBeside('./processes/sync', import.meta.url));

/**
 * Flags for Node. `--optimize-for-size` saves 14 % of peak memory at 10,000 releases. A full sync
 * takes a third longer with it, but a receiver mostly syncs by id.
 */
const flags = ['--optimize-for-size'];

interface RunSyncOptions extends Waiting {
  /** Aborts the sync at any point. The next sync continues from there. */
  signal: AbortSignal;
  onSynced: (report: SyncReport) => void;
  onProgress: OnProgress;
}

/**
 * Syncs, then looks up the releases of events. The work runs in a child process, so that its
 * modules, grammars and heap do not stay in a long-lived receiver.
 * @throws any error of the sync, after the child process has ended
 */
export async function runSync(
  request: SyncRequest,
  { signal, onSynced, onProgress, onWait }: RunSyncOptions,
) {
  const { child, ended } = startBound(program, {
    flags,
    // The API key is sent in a message, because other users of the machine may be able to read the
    // environment.
    env: { ...withoutSecrets(process.env) },
    signal,
  });
  let report: SyncReport | undefined;
  let visibilities: ReadonlyMap<string, ReleaseVisibility> | undefined;
  let error: Error | undefined;
  child.on('message', (message: SyncMessage) => {
    if (message.kind === 'progress') onProgress(...message.args);
    else if (message.kind === 'waiting') onWait?.(message.who);
    else if (message.kind === 'failed') error = fromSent(message.error);
    else if (message.kind === 'lookedUp') visibilities = message.visibilities;
    else {
      report = message.report;
      onSynced(report);
    }
  });
  // If sending fails, the process has already ended, and `ended` has the reason.
  child.send(request, () => {});
  const { failure, output } = await ended;
  signal.throwIfAborted();
  if (error) throw error;
  if (report && visibilities) return { report, visibilities };
  throw new WaymarkError(
    `The sync ended early (${failure}); the next run repeats the sync.\n${output}`.trimEnd(),
  );
}
