import { fileURLToPath } from 'node:url';
import { withoutSecrets } from '../../config/settings.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';
import type {
  BucketPublisher,
  MirrorOutcome,
  MirrorRequest,
  Preview,
  PreviewRequest,
  RunBucketOptions,
} from '../../receiver/run/bucket-publisher.ts';
import { fromSent, type SentError } from '../../receiver/run/sent-error.ts';

const program = fileURLToPath(moduleBeside('./processes/bucket', import.meta.url));

/** Saves memory: this runs beside a build or a receiver. */
const flags = ['--optimize-for-size', '--max-semi-space-size=8'];

/**
 * Publishes to an S3 bucket in a process of its own, which alone has the credentials and loads the
 * client.
 */
export const s3Publisher: BucketPublisher = {
  mirror: async (request, options) => {
    const answer = await runBucket({ kind: 'mirror', ...request }, options);
    return answer?.kind === 'mirrored' ? answer.outcome : unanswered();
  },
  preview: async (request, options) => {
    const answer = await runBucket({ kind: 'preview', ...request }, options);
    return answer?.kind === 'previewed' ? answer.preview : unanswered();
  },
  resume: async (bucket, waiting) => {
    const { resumeMirror } = await import('./mirror-live.ts');
    return resumeMirror(bucket, waiting);
  },
};

async function runBucket(
  request: BucketRequest,
  { env, signal, onProgress, onWait }: RunBucketOptions,
): Promise<BucketMessage | undefined> {
  const { child, ended } = startBound(program, {
    flags,
    env: withoutSecrets(env),
    serialization: 'advanced',
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
        // The caller does not want to wait.
        refused = error;
        child.kill('SIGKILL');
      }
    } else answer = message;
  });
  // If sending fails, the process has ended and says why.
  child.send(request, () => {});
  const { failure, output } = await ended;
  if (refused) throw refused;
  signal?.throwIfAborted();
  if (answer?.kind === 'failed') throw fromSent(answer.error);
  if (failure)
    throw new WaymarkError(
      `Publishing to the bucket ended early (${failure}); the next run goes on from there.\n${output}`.trimEnd(),
    );
  return answer;
}

function unanswered(): never {
  throw new WaymarkError('Publishing to the bucket ended without a result. Try again.');
}

export type BucketRequest =
  | ({ kind: 'mirror' } & MirrorRequest)
  | ({ kind: 'preview' } & PreviewRequest);

/** Messages of the bucket's process. */
export type BucketMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'waiting'; who: string }
  | { kind: 'mirrored'; outcome: MirrorOutcome }
  | { kind: 'previewed'; preview: Preview }
  | { kind: 'failed'; error: SentError };
