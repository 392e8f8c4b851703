import type { BucketTarget } from '../../src/config/bucket-target.ts';
import { exitCodes } from '../../src/model/errors.ts';
import {
  expectPublisher,
  type MirrorRequest,
  type RunBucketOptions,
} from '../../src/receiver/run/bucket-publisher.ts';
import { bucketPublisher } from '../tools.ts';
import { mirroredInWords } from './bucket-in-words.ts';
import { showProgress } from './progress.ts';

/** Has a bucket show what is live here, and says so. Gives the exit code. @throws WaymarkError */
export async function showInBucket(
  request: MirrorRequest,
  options: RunBucketOptions,
): Promise<number> {
  using progress = showProgress(process.stderr);
  const started = performance.now();
  const outcome = await expectPublisher(bucketPublisher).mirror(request, {
    ...options,
    onProgress: (done, total) => progress.onProgress('uploading', done, total),
  });
  progress[Symbol.dispose]();
  if (outcome.kind === 'paused') {
    console.error(`The bucket was left as it is. ${outcome.why}`);
    return exitCodes.withheld;
  }
  const name = bucketName(request.bucket);
  console.log(mirroredInWords(name, outcome, performance.now() - started));
  return outcome.withheld.length > 0 ? exitCodes.withheld : exitCodes.done;
}

/** Such as `s3://changelog/notes/`. */
export function bucketName({ site }: BucketTarget): string {
  return `s3://${site.bucket}/${site.prefix}`;
}
