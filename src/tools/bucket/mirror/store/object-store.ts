import { digest } from '../../../../lib/digest.ts';

// The operations of an object store that publishing needs. Keys are relative to the prefix with
// which the store was opened.

/** Headers, by lower-case name, that the store sends to readers. */
export type ObjectHeaders = Readonly<Record<string, string>>;

export interface StoredAs {
  headers: ObjectHeaders;
  /**
   * Digest of the object's key, bytes and headers. It is stored as metadata, so that Waymark
   * recognises its own objects.
   */
  mark: string;
}

/** A condition that must hold for a write. */
export type Condition =
  | { kind: 'any' }
  /** No object with this key exists. */
  | { kind: 'absent' }
  /** The object still has this ETag. */
  | { kind: 'unchanged'; etag: string };

/**
 * The condition that an object has not changed.
 * @param etag the object's last known ETag; undefined if the key did not exist
 * @param isAlone whether this is the only writer, so that no condition is needed
 */
export function since(etag: string | undefined, isAlone = false): Condition {
  if (isAlone) return { kind: 'any' };
  return etag === undefined ? { kind: 'absent' } : { kind: 'unchanged', etag };
}

export type PutOutcome =
  | { kind: 'stored'; etag: string }
  /** Nothing was stored, because the condition did not hold or the store could not check it. */
  | { kind: 'refused' };

export interface ReadObject {
  bytes: Uint8Array;
  etag: string;
  /** When the object was stored (`modified`) and read (`date`), by the store's clock. */
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

export interface Sending {
  signal?: AbortSignal | undefined;
  /** Called before each request that changes the store. May throw to prevent the request. */
  assertHeld?: (() => void) | undefined;
}

export interface ObjectStore extends Disposable {
  /** Address of the bucket with the prefix, such as `s3://changelog/notes/`. */
  readonly name: string;
  /** @throws WaymarkError if the object is larger than `maxBytes`, or the store cannot be used */
  read(key: string, maxBytes: number, sending?: Sending): Promise<ReadObject | undefined>;
  head(key: string, sending?: Sending): Promise<ObjectHead | undefined>;
  put(
    key: string,
    bytes: Uint8Array,
    as: StoredAs,
    condition: Condition,
    sending?: Sending,
  ): Promise<PutOutcome>;
  /** Removes an object. Also succeeds if no object has this key. */
  remove(key: string, sending?: Sending): Promise<void>;
  /** Lists all objects below the prefix. */
  list(sending?: Sending): Promise<ListedObject[]>;
}

/** Prefix of the keys of Waymark's own state. */
export const stateFolder = '.waymark/';

/**
 * Stores a file of Waymark's own state, which is not part of the site.
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
