import { fileURLToPath } from 'node:url';
import { withoutSecrets } from '../../config/settings.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import { startBound } from '../../lib/processes/start-bound.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { MirrorRequest, RunBucketOptions } from '../../receiver/run/mirror-request.ts';
import { fromSent } from '../../receiver/run/sent-error.ts';
import type { BucketMessage, BucketRequest, PreviewRequest } from './messages.ts';
import type { MirrorOutcome } from './mirror/mirror-site.ts';
import type { Preview } from './mirror/preview.ts';

const program = fileURLToPath(moduleBeside('./processes/bucket', import.meta.url));

/** Nothing there is in a hurry, and it lives beside a build or a receiver. */
const flags = ['--optimize-for-size', '--max-semi-space-size=8'];

/**
 * Brings a bucket to show what is live, in a process of its own: credentials are nobody else's, and
 * what speaks to stores goes with it.
 * @throws WaymarkError with what went wrong
 */
export async function runMirror(
  request: MirrorRequest,
  options: RunBucketOptions,
): Promise<MirrorOutcome> {
  const answer = await runBucket({ kind: 'mirror', ...request }, options);
  return answer?.kind === 'mirrored' ? answer.outcome : unanswered();
}

/** Tells what publishing would do, likewise. @throws WaymarkError */
export async function runPreview(
  request: PreviewRequest,
  options: RunBucketOptions,
): Promise<Preview> {
  const answer = await runBucket({ kind: 'preview', ...request }, options);
  return answer?.kind === 'previewed' ? answer.preview : unanswered();
}

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
        // Whoever does not want to wait ends it.
        refused = error;
        child.kill('SIGKILL');
      }
    } else answer = message;
  });
  // Where it cannot be told, it has ended, which says why.
  child.send(request, () => {});
  const { failure, output } = await ended;
  if (refused) throw refused;
  signal?.throwIfAborted();
  if (answer?.kind === 'failed') throw fromSent(answer.error);
  if (failure)
    throw new WaymarkError(
      `What publishes into the bucket ended before it was done (${failure}); the next run goes on from there.\n${output}`.trimEnd(),
    );
  return answer;
}

function unanswered(): never {
  throw new WaymarkError('What publishes into the bucket ended without a word. Try again.');
}
