import { bucketSettings, keySpaceOf } from './bucket-settings.ts';
import { parseSettings } from './settings.ts';

const names = Object.keys(bucketSettings) as (keyof typeof bucketSettings)[];

/** A bucket that mirrors the live site. */
export type BucketTarget = Exclude<ReturnType<typeof readBucketTarget>, undefined>;

/** The configured bucket, if any. @throws SettingsError */
export function readBucketTarget(env: Record<string, string | undefined>) {
  const settings = parseSettings(env, names);
  if (settings.PUBLISH_BUCKET === undefined) return undefined;
  const site = { bucket: settings.PUBLISH_BUCKET, prefix: settings.BUCKET_PREFIX };
  return {
    site,
    // Bucket and key prefix for Waymark's own data about the mirror.
    state: settings.BUCKET_STATE === undefined ? site : keySpaceOf(settings.BUCKET_STATE),
    // The S3-compatible store; undefined for Amazon S3.
    endpoint: settings.BUCKET_ENDPOINT,
    region: settings.BUCKET_REGION,
    // True if other machines may publish to the bucket, so that each publication must lock it.
    lock: settings.BUCKET_LOCK === 'on',
    // Whether each page is also stored under its address with a trailing slash.
    indexKeys: settings.BUCKET_INDEX_KEYS === 'on',
  };
}
