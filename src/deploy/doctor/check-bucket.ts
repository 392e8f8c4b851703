import type { BucketTarget } from '../../config/bucket-target.ts';
import { WaymarkError } from '../../model/errors.ts';
import { probeBucket } from '../bucket/mirror-live.ts';
import { type Finding, fine, mend, mind } from './finding.ts';
import { sentences } from './sentences.ts';

const what = 'bucket';

/** Whether a bucket can be written, by more than one publisher as well. Leaves nothing behind. */
export async function checkBucket(target: BucketTarget): Promise<Finding> {
  const name = `s3://${target.site.bucket}/${target.site.prefix}`;
  try {
    const { keepsConditions } = await probeBucket(target);
    if (keepsConditions) return fine(what, `${name} can be written, and keeps to conditions.`);
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    return mend(what, ...sentences(error.message));
  }
  const found = `${name} can be written, and its store does not keep to conditions.`;
  return target.lock
    ? mend(what, found, 'Use another store, or set BUCKET_LOCK=off where nobody else publishes.')
    : mind(what, found, 'See to it that nobody else publishes there.');
}
