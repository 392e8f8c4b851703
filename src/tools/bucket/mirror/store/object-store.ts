import { digest } from '../../../../lib/digest.ts';

// An object store as publishing needs it. Keys are relative to the opened place.

/** Headers by lower-case name. A store sends no others. */
export type ObjectHeaders = Readonly<Record<string, string>>;

/** Attributes of a stored object. */
export interface StoredAs {
  headers: ObjectHeaders;
  /** Digest of its key, bytes and headers. Waymark's objects have one. */
  mark: string;
}

/** Condition of a write. */
export type Condition =
  | { kind: 'any' }
  /** The key does not exist. */
  | { kind: 'absent' }
  /** The object still has this ETag. */
  | { kind: 'unchanged'; etag: string };

/**
 * The condition that nothing changed.
 * @param etag undefined if the key did not exist
 * @param isAlone whether this is the only writer, so that no condition is needed
 */
export function since(etag: string | undefined, isAlone = false): Condition {
  if (isAlone) return { kind: 'any' };
  return etag === undefined ? { kind: 'absent' } : { kind: 'unchanged', etag };
}

export type PutOutcome =
  | { kind: 'stored'; etag: string }
  /** The condition failed, or the store cannot tell. Nothing was stored. */
  | { kind: 'refused' };

export interface ReadObject {
  bytes: Uint8Array;
  etag: string;
  /** Times of storing and reading, by the store's clock. */
  modified: Date;
  date: Date;
}

export interface ListedObject {
  key: string;
  etag: string;
}

export interface ObjectHead {
  etag: string;
  mark: string | undefined;
}

/** Options of a request. */
export interface Sending {
  signal?: AbortSignal | undefined;
  /** Called before each request that changes the store; throws to prevent it. */
  assertHeld?: (() => void) | undefined;
}

export interface ObjectStore extends Disposable {
  /** Such as `s3://changelog/notes/`. */
  readonly name: string;
  /** @throws WaymarkError if it is larger than `maxBytes`, or the store cannot be used */
  read(key: string, maxBytes: number, sending?: Sending): Promise<ReadObject | undefined>;
  head(key: string, sending?: Sending): Promise<ObjectHead | undefined>;
  put(
    key: string,
    bytes: Uint8Array,
    as: StoredAs,
    condition: Condition,
    sending?: Sending,
  ): Promise<PutOutcome>;
  /** Removes a key, which may be missing. */
  remove(key: string, sending?: Sending): Promise<void>;
  /** All objects below the place, in pages. */
  list(sending?: Sending): AsyncIterable<ListedObject[]>;
}

/** Prefix of Waymark's own state. */
export const stateFolder = '.waymark/';

/**
 * Stores state, which readers never get.
 * @param type content type
 */
export function putState(
  state: ObjectStore,
  key: string,
  { bytes, type = 'application/json' }: { bytes: Uint8Array; type?: string },
  condition: Condition,
  sending: Sending,
): Promise<PutOutcome> {
  const headers = { 'content-type': type, 'cache-control': 'no-store' };
  return state.put(key, bytes, { headers, mark: digest(bytes, 32) }, condition, sending);
}
