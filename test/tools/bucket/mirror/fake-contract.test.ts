import { afterAll, beforeAll, describe } from 'vitest';
import { startFakeS3 } from '../../../support/s3/fake-s3.ts';
import { contractOf } from './contract.ts';
import { withCredentials } from './with-credentials.ts';

withCredentials(beforeAll, afterAll);

describe('the fake store', () => {
  contractOf(async () => {
    const fake = await startFakeS3({ pageSize: 3 });
    return {
      place: { bucket: fake.bucket, prefix: '', endpoint: fake.url },
      [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose](),
    };
  });
});
