import { bucketSettings, keySpaceOf } from './bucket-settings.ts';
import { parseSettings } from './settings.ts';

const names = Object.keys(bucketSettings) as (keyof typeof bucketSettings)[];

/** A bucket that mirrors what is live. */
export interface BucketTarget {
  site: ReturnType<typeof keySpaceOf>;
  /** Where Waymark keeps what it has to know itself. */
  state: ReturnType<typeof keySpaceOf>;
  /** The store's address; Amazon's where there is none. */
  endpoint: string | undefined;
  region: string | undefined;
  /** Whether others may publish there too. */
  lock: boolean;
  /** Whether a page is also stored under its address, which ends in a slash. */
  indexKeys: boolean;
}

/** The bucket that is set; undefined where none is. @throws SettingsError */
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
