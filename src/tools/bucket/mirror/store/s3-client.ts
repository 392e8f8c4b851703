import type { S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '../../../../lib/time/clock.ts';
import { isMissingKey, storeError } from './store-errors.ts';

export interface S3Place {
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  /** The store's address; Amazon's where there is none. */
  endpoint?: string | undefined;
  region?: string | undefined;
}

type S3 = typeof import('@aws-sdk/client-s3');

/** A client, and what it is for. */
export interface OpenedStore {
  s3: S3;
  client: S3Client;
  place: S3Place;
  name: string;
  clock: Clock;
  /** Whether the store knows its tags without their quotes alone. */
  isUnquoted: boolean;
}

/** What the answer to a request comes to; undefined where nothing is there. @throws WaymarkError */
export async function ask<T>(
  store: OpenedStore,
  signal: AbortSignal | undefined,
  work: (options: { abortSignal?: AbortSignal }) => Promise<T>,
): Promise<T | undefined> {
  try {
    signal?.throwIfAborted();
    return await work(signal ? { abortSignal: signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    if (isMissingKey(error)) return undefined;
    throw storeError(store.name, error);
  }
}

/** Where a key is. */
export function at({ place: { bucket, prefix } }: OpenedStore, key: string) {
  return { Bucket: bucket, Key: `${prefix}${key}` };
}

/** What a mark is called among an object's metadata. */
export const markName = 'waymark';
