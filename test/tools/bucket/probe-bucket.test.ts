import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBucketTarget } from '../../../src/config/bucket-target.ts';
import { probeBucket } from '../../../src/tools/bucket/mirror-live.ts';
import { startFakeS3 } from '../../support/s3/fake-s3.ts';
import { withCredentials } from './mirror/with-credentials.ts';

withCredentials(beforeAll, afterAll);

test.each([
  [{}, true],
  [{ ignoresConditions: true }, false],
  [{ knowsNoConditions: true }, false],
])(
  'finds out whether a store with %j supports conditional requests: %s',
  async (quirks, keepsConditions) => {
    await using fake = await startFakeS3(quirks);
    const bucket = readBucketTarget({ ...fake.env, BUCKET_STATE: `${fake.bucket}/private` });
    expect(bucket && (await probeBucket(bucket))).toEqual({ keepsConditions });
    expect([...fake.objects.keys()]).toEqual([]);
    expect(fake.asked.some(({ key }) => key.startsWith('private/.waymark/'))).toBe(true);
  },
);
