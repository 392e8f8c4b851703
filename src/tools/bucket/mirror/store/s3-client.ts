import type {
  DeleteObjectCommand,
  PutObjectCommand,
  PutObjectCommandInput,
  S3Client,
  S3ClientConfig,
} from '@aws-sdk/client-s3';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Condition } from './object-store.ts';
import { isMissingKey, storeError } from './store-errors.ts';

export interface S3Place {
  bucket: string;
  /** Empty, or a path that ends in a slash. */
  prefix: string;
  /** Address of the store. Default: Amazon S3. */
  endpoint?: string | undefined;
  region?: string | undefined;
}

type S3 = typeof import('@aws-sdk/client-s3');

/** A bucket with a prefix, and the client to access it. */
export interface OpenedStore {
  s3: S3;
  client: S3Client;
  place: S3Place;
  name: string;
  clock: Clock;
  /** Whether ETags must be sent to this store without quotes. */
  isUnquoted: boolean;
}

/**
 * Runs a request. Returns undefined if the key does not exist.
 * @throws WaymarkError
 */
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

export function at({ place: { bucket, prefix } }: OpenedStore, key: string) {
  return { Bucket: bucket, Key: `${prefix}${key}` };
}

/** Name of the metadata that stores an object's mark. */
export const markName = 'waymark';

/**
 * Options that make the client retry while the store is busy, and give up if the store does not
 * answer.
 */
export function clientOptions(
  endpoint: string | undefined,
  region: string | undefined,
): S3ClientConfig {
  return {
    // Some S3-compatible stores reject the newer checksums that the client sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 6,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 30_000,
      httpAgent: { keepAlive: true, maxSockets: maxConnections },
      httpsAgent: { keepAlive: true, maxSockets: maxConnections },
    },
    // Stores other than Amazon's need a region only to sign requests, so any value will do.
    ...(endpoint && { endpoint, region: region ?? 'us-east-1', forcePathStyle: true }),
    ...(region && { region }),
  };
}

/** Maximum number of connections, more than there are concurrent requests. */
const maxConnections = 64;

/**
 * The request headers for a condition.
 * @param unquoted whether to send ETags without quotes
 */
export function inHeaders(
  condition: Condition,
  unquoted: boolean,
): Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'> {
  if (condition.kind === 'any') return {};
  if (condition.kind === 'absent') return { IfNoneMatch: '*' };
  return { IfMatch: unquoted ? condition.etag.replaceAll('"', '') : condition.etag };
}

/** Adds the time on the store's clock, from the `Date` header, to the output of each command. */
export function addDates({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const date = new Date(
        (result.response as { headers: Record<string, string> }).headers.date ?? '',
      );
      if (result.output && !Number.isNaN(date.getTime())) Object.assign(result.output, { date });
      return result;
    },
    { step: 'deserialize', priority: 'high', name: 'waymarkDate' },
  );
}

/** Makes a command call `assertHeld` before each attempt to send it. */
export function askBefore(
  command: PutObjectCommand | DeleteObjectCommand,
  assertHeld: (() => void) | undefined,
): void {
  if (!assertHeld) return;
  // Both kinds of command have the same middleware stack, but the compiler cannot infer this.
  (command as PutObjectCommand).middlewareStack.add(
    (next) => (args) => {
      assertHeld();
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'waymarkHeld' },
  );
}
