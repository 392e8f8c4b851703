import { bucketSettings, keySpaceOf } from './bucket-settings.ts';
import { parseSettings } from './settings.ts';

const names = Object.keys(bucketSettings) as (keyof typeof bucketSettings)[];

/** A bucket that mirrors the live site. */
export interface BucketTarget {
  site: ReturnType<typeof keySpaceOf>;
  /** Bucket and key prefix for Waymark's own data about the mirror. */
  state: ReturnType<typeof keySpaceOf>;
  /** Address of the S3-compatible store; undefined for Amazon S3. */
  endpoint: string | undefined;
  region: string | undefined;
  /** True if other machines may publish to the bucket, so that each publication must lock it. */
  lock: boolean;
  /** Whether each page is also stored under its address with a trailing slash. */
  indexKeys: boolean;
}

/** The configured bucket, if any. @throws SettingsError */
export function readBucketTarget(
  env: Record<string, string | undefined>,
): BucketTarget | undefined {
  const settings = parseSettings(env, names);
  if (settings.PUBLISH_BUCKET === undefined) return undefined;
  const site = { bucket: settings.PUBLISH_BUCKET, prefix: settings.BUCKET_PREFIX };
  return {
    site,
    state: settings.BUCKET_STATE === undefined ? site : keySpaceOf(settings.BUCKET_STATE),
    endpoint: settings.BUCKET_ENDPOINT,
    region: settings.BUCKET_REGION,
    lock: settings.BUCKET_LOCK === 'on',
    indexKeys: settings.BUCKET_INDEX_KEYS === 'on',
  };
}
