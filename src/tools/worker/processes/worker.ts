import { toSent } from '../../../model/sent-error.ts';
import { OutdatedRendererError } from '../../../render/output/in-process-renderer.ts';
import { type ByIdRequest, syncByIdOnce } from '../../../sync/run/sync-once.ts';
import { keepReady, type PublishReady } from '../keep-ready.ts';
import type { WorkerMessage, WorkerRequest } from '../start-worker.ts';

// A process that answers a receiver's requests one at a time and keeps everything for builds in
// memory. After an unexpected error it ends, because its state may be inconsistent.

const send = (message: WorkerMessage) => void process.send?.(message, () => {});
const onWait = (who: string) => send({ kind: 'waiting', who });

let ready: Promise<PublishReady> | undefined;
let last: Promise<void> = Promise.resolve();

process.on('message', (message: WorkerRequest) => {
  // Messages are answered one after another: a publication starts only when the last one is
  // complete.
  last = last.then(() => answer(message));
});

async function answer(message: WorkerRequest): Promise<void> {
  try {
    if (message.kind === 'start') ready = keepReady(message.site);
    else if (message.kind === 'end') process.exit();
    else if (message.kind === 'sync') await sync(message.request);
    else await publish();
    await ready;
    if (message.kind !== 'sync') globalThis.gc?.();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function sync(request: ByIdRequest): Promise<void> {
  try {
    send({ kind: 'synced', synced: await syncByIdOnce({ ...request, onWait }) });
  } catch (error) {
    send({ kind: 'failed', error: toSent(error) });
  }
}

async function publish(): Promise<void> {
  const publishReady = await ready;
  let isAnswered = false;
  try {
    await publishReady?.({
      waiting: { onWait },
      onLap: (part) => send({ kind: 'lap', part }),
      onNotes: (notes) => send({ kind: 'notes', notes }),
      onPublished: (published) => {
        isAnswered = true;
        send({ kind: 'published', published });
      },
    });
  } catch (error) {
    if (isAnswered) throw error;
    send(
      error instanceof OutdatedRendererError
        ? { kind: 'outdated' }
        : { kind: 'failed', error: toSent(error) },
    );
  }
}
