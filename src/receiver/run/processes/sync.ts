import { once } from 'node:events';
import { reportsToParent, throttleProgress } from '../../../lib/processes/report-to-parent.ts';
import type { Stage } from '../../../lib/progress.ts';
import { toSent } from '../../../model/sent-error.ts';
import { syncOnce } from '../../../sync/run/sync-once.ts';
import { lookUpVisibilities } from '../look-up-visibilities.ts';
import type { SyncMessage, SyncRequest } from '../sync-messages.ts';

// Child process of the receiver or the demo. It syncs, then looks up the releases of events. It is
// a separate process, so that the memory of grammars and parsers is freed when it ends.

const { send, notify } = reportsToParent<SyncMessage>();

const [request]: SyncRequest[] = await once(process, 'message');
if (request) await run(request);
process.exit();

async function run({ awaited, ...options }: SyncRequest): Promise<void> {
  try {
    const onProgress = throttleProgress<Stage>((...args) => notify({ kind: 'progress', args }));
    const onWait = (who: string) => notify({ kind: 'waiting', who });
    const report = await syncOnce({ ...options, onWait, onProgress });
    await send({ kind: 'synced', report });
    await send({ kind: 'lookedUp', visibilities: await lookUpVisibilities(awaited, options) });
  } catch (error) {
    await send({ kind: 'failed', error: toSent(error) });
  }
}
