import { once } from 'node:events';
import { promisify } from 'node:util';
import { toSent } from '../../../receiver/run/sent-error.ts';
import type { BucketMessage, BucketRequest } from '../messages.ts';
import { mirrorLive, previewBuilt } from '../mirror-live.ts';

// Speaks to a bucket, and alone knows its credentials: no code of the site's runs here.

/** Nobody looks more often, in milliseconds. */
const tellEvery = 100;

const send: (message: BucketMessage) => Promise<void> = promisify(
  (message: BucketMessage, sent: (error: Error | null) => void) => process.send?.(message, sent),
);
/** What is not waited for: whoever is told may be gone by now, and this process then ends as well. */
const tell = (message: BucketMessage) => void send(message).catch(() => {});

const [request]: BucketRequest[] = await once(process, 'message');
if (request) await run(request);
process.exit();

async function run(request: BucketRequest): Promise<void> {
  const onWait = (who: string) => tell({ kind: 'waiting', who });
  const telling = { onWait, onProgress: nowAndThen() };
  try {
    await send(
      request.kind === 'mirror'
        ? { kind: 'mirrored', outcome: await mirrorLive(request, telling) }
        : { kind: 'previewed', preview: await previewBuilt(request, telling) },
    );
  } catch (error) {
    await send({ kind: 'failed', error: toSent(error) });
  }
}

function nowAndThen(): (done: number, total: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    const now = performance.now();
    if (now - last < tellEvery && done < total) return;
    last = now;
    tell({ kind: 'progress', done, total });
  };
}
