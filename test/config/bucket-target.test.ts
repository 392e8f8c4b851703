import { expect, test } from 'vitest';
import { readBucketTarget } from '../../src/config/bucket-target.ts';

test('returns undefined if no bucket is set', () => {
  expect(readBucketTarget({ BUCKET_PREFIX: 'notes' })).toBeUndefined();
});

test('defaults to Amazon S3, with a lock and with the state next to the site', () => {
  const site = { bucket: 'changelog', prefix: '' };
  expect(readBucketTarget({ PUBLISH_BUCKET: 'changelog' })).toEqual({
    site,
    state: site,
    endpoint: undefined,
    region: undefined,
    lock: true,
    indexKeys: false,
  });
  expect(
    readBucketTarget({
      PUBLISH_BUCKET: 'changelog',
      BUCKET_PREFIX: 'notes/en',
      BUCKET_STATE: 'private/a/b',
      BUCKET_ENDPOINT: 'http://127.0.0.1:9000',
      BUCKET_LOCK: 'off',
      BUCKET_INDEX_KEYS: 'on',
    }),
  ).toMatchObject({
    site: { bucket: 'changelog', prefix: 'notes/en/' },
    state: { bucket: 'private', prefix: 'a/b/' },
    endpoint: 'http://127.0.0.1:9000',
    lock: false,
    indexKeys: true,
  });
});

test.each([
  ['PUBLISH_BUCKET', 'No_Bucket'],
  ['BUCKET_PREFIX', '/notes'],
  ['BUCKET_PREFIX', '../notes'],
  ['BUCKET_PREFIX', 'a//b'],
  ['BUCKET_STATE', 'x'],
  ['BUCKET_STATE', 'private/../a'],
  ['BUCKET_ENDPOINT', 'https://store.example/path'],
  ['BUCKET_LOCK', 'no'],
])('refuses %s=%s', (name, value) => {
  expect(() => readBucketTarget({ PUBLISH_BUCKET: 'changelog', [name]: value })).toThrow(
    `${name} is not usable`,
  );
});
