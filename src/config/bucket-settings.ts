import { z } from 'zod';
import { type Definition, siteOrigin } from './setting-schemas.ts';

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** A path of keys: without a slash at its beginning, and with one at its end. */
const prefix = z
  .string()
  .regex(/^(?!\/)(?:(?!\.{1,2}(?:\/|$))[\w.~+@=-]+(?:\/|$))*$/)
  .max(500)
  .transform((path) => (path === '' || path.endsWith('/') ? path : `${path}/`));

const onOrOff = z.enum(['on', 'off']);

/** Where keys lie in a store. */
interface KeySpace {
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
}

/** A bucket, and after a slash a prefix in it. */
export function keySpaceOf(value: string): KeySpace {
  const [bucket = '', ...path] = value.replace(/\/$/, '').split('/');
  return { bucket, prefix: path.map((part) => `${part}/`).join('') };
}

/** The settings of a bucket that mirrors the live site. */
export const bucketSettings = {
  PUBLISH_BUCKET: {
    schema: z.string().regex(bucketName).optional(),
    expected: 'the name of a bucket',
    example: 'changelog',
  },
  BUCKET_PREFIX: {
    schema: prefix.default(''),
    expected: 'what keys of the site begin with, without a slash before it',
    example: 'notes/',
  },
  BUCKET_ENDPOINT: {
    schema: z.string().transform(siteOrigin).optional(),
    expected: "the store's address without a path, where it is not Amazon's",
    example: 'https://0a1b2c.r2.cloudflarestorage.com',
  },
  BUCKET_REGION: {
    schema: z
      .string()
      .regex(/^[\w-]+$/)
      .optional(),
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
    expected: 'a bucket, and after a slash a prefix in it',
    example: 'private-bucket/changelog',
  },
  BUCKET_LOCK: {
    schema: onOrOff.default('on'),
    expected: '"on", or "off" where the site is published from one place alone',
    example: 'on',
  },
  BUCKET_INDEX_KEYS: {
    schema: onOrOff.default('off'),
    expected:
      '"on" where the store shows no index.html for an address that ends in a slash, or "off"',
    example: 'off',
  },
} satisfies Record<string, Definition>;
