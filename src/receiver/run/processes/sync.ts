import { once } from 'node:events';
import { reportsToParent, throttleProgress } from '../../../lib/processes/report-to-parent.ts';
import type { Stage } from '../progress.ts';
import { toSent } from '../sent-error.ts';
import type { SyncMessage, SyncRequest } from '../sync-messages.ts';
import { syncOnce } from '../sync-once.ts';
import { targetStatus } from '../target-status.ts';

// One sync of the receiver or the demo, and the look for what events told of. All that they take
// in memory, grammars and parsers among it, goes with this process.

const { send, notify } = reportsToParent<SyncMessage>();

const [request]: SyncRequest[] = await once(process, 'message');
if (request) await run(request);
process.exit();

async function run({ awaited, ...options }: SyncRequest): Promise<void> {
  try {
    const onProgress = throttleProgress<Stage>((...told) => notify({ kind: 'progress', told }));
    const onWait = (who: string) => notify({ kind: 'waiting', who });
    const report = await syncOnce({ ...options, onWait, onProgress });
    await send({ kind: 'synced', report });
    await send({ kind: 'lookedUp', visibilities: await targetStatus(awaited, options) });
  } catch (error) {
    await send({ kind: 'failed', error: toSent(error) });
  }
}
