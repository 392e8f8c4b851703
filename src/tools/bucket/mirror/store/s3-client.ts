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
  /** Empty, or with a trailing slash. */
  prefix: string;
  /** Address of the store; Amazon's by default. */
  endpoint?: string | undefined;
  region?: string | undefined;
}

type S3 = typeof import('@aws-sdk/client-s3');

/** A client for a place. */
export interface OpenedStore {
  s3: S3;
  client: S3Client;
  place: S3Place;
  name: string;
  clock: Clock;
  /** Whether the store only recognises ETags without quotes. */
  isUnquoted: boolean;
}

/** Runs a request; undefined if the key does not exist. @throws WaymarkError */
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

/** Bucket and key of a request. */
export function at({ place: { bucket, prefix } }: OpenedStore, key: string) {
  return { Bucket: bucket, Key: `${prefix}${key}` };
}

/** Metadata name of the mark. */
export const markName = 'waymark';

/** Retries a busy store, and times out on a silent one. */
export function clientOptions(
  endpoint: string | undefined,
  region: string | undefined,
): S3ClientConfig {
  return {
    // Compatible stores reject newer checksums.
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
    // Other stores only need some region to sign.
    ...(endpoint && { endpoint, region: region ?? 'us-east-1', forcePathStyle: true }),
    ...(region && { region }),
  };
}

/** More than the concurrent requests. */
const maxConnections = 64;

/**
 * The headers of a condition.
 * @param unquoted for stores that reject quotes
 */
export function inHeaders(
  condition: Condition,
  unquoted: boolean,
): Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'> {
  if (condition.kind === 'any') return {};
  if (condition.kind === 'absent') return { IfNoneMatch: '*' };
  return { IfMatch: unquoted ? condition.etag.replaceAll('"', '') : condition.etag };
}

const dates = new WeakMap<object, Date>();

/** Records the store's clock, the `Date` of answers. */
export function rememberDates({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const date = new Date(
        (result.response as { headers: Record<string, string> }).headers.date ?? '',
      );
      if (result.output && !Number.isNaN(date.getTime())) dates.set(result.output, date);
      return result;
    },
    { step: 'deserialize', priority: 'high', name: 'waymarkDate' },
  );
}

/** The store's clock at an answer, if it was sent. */
export function dateOf(answer: object): Date | undefined {
  return dates.get(answer);
}

/** Calls `assertHeld` before each attempt to send a command. */
export function askBefore(
  command: PutObjectCommand | DeleteObjectCommand,
  assertHeld: (() => void) | undefined,
): void {
  if (!assertHeld) return;
  // Both commands have the same stack, which the compiler cannot see.
  (command as PutObjectCommand).middlewareStack.add(
    (next) => (args) => {
      assertHeld();
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'waymarkHeld' },
  );
}
