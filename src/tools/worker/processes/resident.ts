import { toSent } from '../../../receiver/run/sent-error.ts';
import { syncReleasesOnce } from '../../../receiver/run/sync-once.ts';
import { OutdatedRendererError } from '../../../render/output/in-process-renderer.ts';
import { keepReady, type PublishReady } from '../keep-ready.ts';
import type { ResidentMessage, ResidentQuestion } from '../start-resident.ts';

// Serves a receiver's requests, one at a time, with everything in memory. Ends after any error:
// state may be inconsistent.

const tell = (told: ResidentMessage) => void process.send?.(told, () => {});
const onWait = (who: string) => tell({ kind: 'waiting', who });

let ready: Promise<PublishReady> | undefined;
let last: Promise<void> = Promise.resolve();

process.on('message', (asked: ResidentQuestion) => {
  // In order, so that preparations are complete before the next publication.
  last = last.then(() => answer(asked));
});

async function answer(asked: ResidentQuestion): Promise<void> {
  try {
    if (asked.kind === 'start') ready = keepReady(asked.site);
    else if (asked.kind === 'end') process.exit();
    else if (asked.kind === 'sync') await sync(asked);
    else await publish();
    await ready;
    if (asked.kind !== 'sync') globalThis.gc?.();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function sync({ request }: Extract<ResidentQuestion, { kind: 'sync' }>): Promise<void> {
  try {
    tell({ kind: 'synced', synced: await syncReleasesOnce({ ...request, onWait }) });
  } catch (error) {
    tell({ kind: 'failed', error: toSent(error) });
  }
}

async function publish(): Promise<void> {
  const publishReady = await ready;
  let isTold = false;
  try {
    await publishReady?.({
      waiting: { onWait },
      onLap: (part) => tell({ kind: 'lap', part }),
      onNotes: (notes) => tell({ kind: 'notes', notes }),
      onPublished: (published) => {
        isTold = true;
        tell({ kind: 'published', published });
      },
    });
  } catch (error) {
    if (isTold) throw error;
    tell(
      error instanceof OutdatedRendererError
        ? { kind: 'outdated' }
        : { kind: 'failed', error: toSent(error) },
    );
  }
}
