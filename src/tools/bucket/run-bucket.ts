import { fileURLToPath } from 'node:url';
import { withoutSecrets } from '../../config/settings.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';
import { fromSent, type SentError } from '../../model/sent-error.ts';
import type {
  BucketPublisher,
  MirrorOutcome,
  MirrorRequest,
  Preview,
  PreviewRequest,
  RunBucketOptions,
} from '../../publish/bucket-publisher.ts';

const program = fileURLToPath(moduleBeside('./processes/bucket', import.meta.url));

/** These flags save memory, because this process runs beside a build or a receiver. */
const flags = ['--optimize-for-size', '--max-semi-space-size=8'];

/**
 * Publishes to an S3 bucket in a separate process, which gets the credentials and loads the S3
 * client. Only `resume` runs in the calling process, because the command `resume` runs none of the
 * site's code.
 */
export const s3Publisher: BucketPublisher = {
  mirror: (request, options) => runBucket<MirrorOutcome>({ kind: 'mirror', ...request }, options),
  preview: (request, options) => runBucket<Preview>({ kind: 'preview', ...request }, options),
  resume: async (bucket, waiting) => {
    const { resumeMirror } = await import('./mirror-live.ts');
    return resumeMirror(bucket, waiting);
  },
};

async function runBucket<T extends MirrorOutcome | Preview>(
  request: BucketRequest,
  { env, signal, onProgress, onWait }: RunBucketOptions,
): Promise<T> {
  const { child, ended } = startBound(program, {
    flags,
    env: withoutSecrets(env),
    signal,
  });
  let answer: BucketMessage | undefined;
  let refused: unknown;
  child.on('message', (message: BucketMessage) => {
    if (message.kind === 'progress') onProgress?.(message.done, message.total);
    else if (message.kind === 'waiting') {
      try {
        onWait?.(message.who);
      } catch (error) {
        // `onWait` throws if the caller does not want to wait.
        refused = error;
        child.kill('SIGKILL');
      }
    } else answer = message;
  });
  // If the message cannot be sent, the process has already ended. `ended` gives the reason.
  child.send(request, () => {});
  const { failure, output } = await ended;
  if (refused) throw refused;
  signal?.throwIfAborted();
  if (answer?.kind === 'failed') throw fromSent(answer.error);
  if (failure)
    throw new WaymarkError(
      `Publishing to the bucket ended early (${failure}); the next run continues from that point.\n${output}`.trimEnd(),
    );
  if (answer?.kind !== 'done')
    throw new WaymarkError('Publishing to the bucket ended without a result. Try again.');
  // The cast is safe: the kind of request determines the type of the result.
  return answer.result as T;
}

export type BucketRequest =
  | ({ kind: 'mirror' } & MirrorRequest)
  | ({ kind: 'preview' } & PreviewRequest);

/** Messages from the process that publishes to the bucket. */
export type BucketMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'waiting'; who: string }
  | { kind: 'done'; result: MirrorOutcome | Preview }
  | { kind: 'failed'; error: SentError };
