import { once } from 'node:events';
import { promisify } from 'node:util';
import type { OnProgress, Stage } from '../progress.ts';
import { toSent } from '../sent-error.ts';
import type { SyncMessage, SyncRequest } from '../sync-messages.ts';
import { syncOnce } from '../sync-once.ts';
import { targetStatus } from '../target-status.ts';

// One sync of the receiver or the demo, and the look for what events told of. All that they take
// in memory, grammars and parsers among it, goes with this process.

/** Nobody looks more often, in milliseconds. */
const tellEvery = 100;

const send: (message: SyncMessage) => Promise<void> = promisify(
  (message: SyncMessage, sent: (error: Error | null) => void) => process.send?.(message, sent),
);
/** What is not waited for: whoever is told may be gone by now, and this process then ends as well. */
const tell = (message: SyncMessage) => void send(message).catch(() => {});

const [request]: SyncRequest[] = await once(process, 'message');
if (request) await run(request);
process.exit();

async function run({ awaited, ...options }: SyncRequest): Promise<void> {
  try {
    const onWait = (who: string) => tell({ kind: 'waiting', who });
    const report = await syncOnce({ ...options, onWait, onProgress: nowAndThen() });
    await send({ kind: 'synced', report });
    await send({ kind: 'lookedUp', visibilities: await targetStatus(awaited, options) });
  } catch (error) {
    await send({ kind: 'failed', error: toSent(error) });
  }
}

/** Tells how far it is, and each time that all of a stage is done that has begun. */
function nowAndThen(): OnProgress {
  const last = new Map<Stage, number>();
  return (stage, done, total) => {
    const now = performance.now();
    if (now - (last.get(stage) ?? Number.NEGATIVE_INFINITY) < tellEvery && done < total) return;
    last.set(stage, now);
    tell({ kind: 'progress', told: [stage, done, total] });
  };
}
