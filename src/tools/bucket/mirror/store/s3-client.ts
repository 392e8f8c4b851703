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

/** How a client asks: patiently with a store that is busy, and not for ever with one that is silent. */
export function clientOptions(
  endpoint: string | undefined,
  region: string | undefined,
): S3ClientConfig {
  return {
    // Stores that are like Amazon's refuse the checksums that came later.
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
    // Elsewhere a region is a word that is signed and nothing else.
    ...(endpoint && { endpoint, region: region ?? 'us-east-1', forcePathStyle: true }),
    ...(region && { region }),
  };
}

/** More than are ever asked at once. */
const maxConnections = 64;

/** A condition in the headers of a request. @param unquoted for stores that know no quotes */
export function inHeaders(
  condition: Condition,
  unquoted: boolean,
): Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'> {
  if (condition.kind === 'any') return {};
  if (condition.kind === 'absent') return { IfNoneMatch: '*' };
  return { IfMatch: unquoted ? condition.etag.replaceAll('"', '') : condition.etag };
}

const dates = new WeakMap<object, Date>();

/** Has a client remember the store's clock, which answers tell in their `Date`. */
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

/** The store's clock when it gave an answer; undefined where it did not say. */
export function dateOf(answer: object): Date | undefined {
  return dates.get(answer);
}

/** Asks right before each time that a command is sent, also again. */
export function askBefore(
  command: PutObjectCommand | DeleteObjectCommand,
  assertHeld: (() => void) | undefined,
): void {
  if (!assertHeld) return;
  // It is the same of both, which the compiler cannot see.
  (command as PutObjectCommand).middlewareStack.add(
    (next) => (args) => {
      assertHeld();
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'waymarkHeld' },
  );
}
