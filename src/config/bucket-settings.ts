import { z } from 'zod';
import { type Definition, siteOrigin, text } from './setting-schemas.ts';

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** A key prefix: empty, or a path without a leading slash and with a trailing slash. */
const prefix = text(/^(?!\/)(?:(?!\.{1,2}(?:\/|$))[\w.~+@=-]+(?:\/|$))*$/)
  .max(500)
  .transform((path) => (path === '' || path.endsWith('/') ? path : `${path}/`));

const onOrOff = z.enum(['on', 'off']);

/**
 * Parses a bucket, optionally followed by a slash and the prefix that all keys used in it share. The
 * result is empty or has a trailing slash.
 */
export function keySpaceOf(value: string) {
  const [bucket = '', ...path] = value.replace(/\/$/, '').split('/');
  return { bucket, prefix: path.map((part) => `${part}/`).join('') };
}

/** Settings of a bucket that mirrors the live site. */
export const bucketSettings = {
  PUBLISH_BUCKET: {
    schema: text(bucketName).optional(),
    expected: 'the name of a bucket',
    example: 'changelog',
  },
  BUCKET_PREFIX: {
    schema: prefix.default(''),
    expected: 'a prefix for the keys of objects, without a leading slash',
    example: 'notes/',
  },
  BUCKET_ENDPOINT: {
    schema: z.string().transform(siteOrigin).optional(),
    expected: 'the address of the S3 store, without a path (unset for Amazon S3)',
    example: 'https://0a1b2c.r2.cloudflarestorage.com',
  },
  BUCKET_REGION: {
    schema: text(/^[\w-]+$/).optional(),
    expected: 'the region of the bucket',
    example: 'eu-central-1',
  },
  BUCKET_STATE: {
    schema: z
      .string()
      .refine((value) => {
        const { bucket, prefix: path } = keySpaceOf(value);
        return bucketName.test(bucket) && prefix.safeParse(path).success;
      })
      .optional(),
    expected: 'a bucket, optionally followed by a slash and a prefix',
    example: 'private-bucket/changelog',
  },
  BUCKET_LOCK: {
    schema: onOrOff.default('on'),
    expected: '"on", or "off" if only one machine publishes the site',
    example: 'on',
  },
  BUCKET_INDEX_KEYS: {
    schema: onOrOff.default('off'),
    expected:
      '"on" if the store serves no index.html for addresses with a trailing slash, otherwise "off"',
    example: 'off',
  },
} satisfies Record<string, Definition>;
