import { once } from 'node:events';
import { reportsToParent, throttleProgress } from '../../../lib/processes/report-to-parent.ts';
import { toSent } from '../../../model/sent-error.ts';
import { mirrorLive, previewBuilt } from '../mirror-live.ts';
import type { BucketMessage, BucketRequest } from '../run-bucket.ts';

// The process that publishes to a bucket. Only this process gets the bucket's credentials, and it
// runs none of the site's code.

const { send, notify } = reportsToParent<BucketMessage>();

const [request]: BucketRequest[] = await once(process, 'message');
if (request) await run(request);
process.exit();

async function run(request: BucketRequest): Promise<void> {
  const onWait = (who: string) => notify({ kind: 'waiting', who });
  const report = throttleProgress<'changes'>((_, done, total) =>
    notify({ kind: 'progress', done, total }),
  );
  const onProgress = (done: number, total: number) => report('changes', done, total);
  const callbacks = { onWait, onProgress };
  try {
    const result =
      request.kind === 'mirror'
        ? await mirrorLive(request, callbacks)
        : await previewBuilt(request, callbacks);
    await send({ kind: 'done', result });
  } catch (error) {
    await send({ kind: 'failed', error: toSent(error) });
  }
}
