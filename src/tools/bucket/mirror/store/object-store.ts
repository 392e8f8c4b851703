import { digest } from '../../../../lib/digest.ts';

// What publishing needs of an object store; keys are below the place that a store was opened for.

/** Headers of an object by their lower-case names; a store sends no others that it was told. */
export type ObjectHeaders = Readonly<Record<string, string>>;

/** What an object is stored as. */
export interface StoredAs {
  headers: ObjectHeaders;
  /** Stands for its key, its bytes and its headers: what has none was not written by Waymark. */
  mark: string;
}

/** What has to be so of a key, at the moment that something is stored under it. */
export type Condition =
  | { kind: 'any' }
  /** Nothing is there. */
  | { kind: 'absent' }
  /** What was there when this tag was read. */
  | { kind: 'unchanged'; etag: string };

/** That nothing changed since it was read. @param etag undefined where nothing was there */
export function since(etag: string | undefined): Condition {
  return etag === undefined ? { kind: 'absent' } : { kind: 'unchanged', etag };
}

export type PutOutcome =
  | { kind: 'stored'; etag: string }
  /** The condition does not hold, or the store cannot tell: nothing was stored by this. */
  | { kind: 'refused' };

export interface ReadObject {
  bytes: Uint8Array;
  etag: string;
  /** When it was stored, and when it was read: both by the store's clock. */
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

/** How a request is sent. */
export interface Sending {
  signal?: AbortSignal | undefined;
  /** Called right before each time that something is sent that changes the store; throws to keep it back. */
  assertHeld?: (() => void) | undefined;
}

export interface ObjectStore extends Disposable {
  /** Such as `s3://changelog/notes/`. */
  readonly name: string;
  /** @throws WaymarkError where it is larger, in bytes, or the store cannot be used */
  read(key: string, maxBytes: number, sending?: Sending): Promise<ReadObject | undefined>;
  head(key: string, sending?: Sending): Promise<ObjectHead | undefined>;
  put(
    key: string,
    bytes: Uint8Array,
    as: StoredAs,
    condition: Condition,
    sending?: Sending,
  ): Promise<PutOutcome>;
  /** Whether it was there or not. */
  remove(key: string, sending?: Sending): Promise<void>;
  /** Everything below the place, in pages. */
  list(sending?: Sending): AsyncIterable<ListedObject[]>;
}

/** What Waymark has to know itself lies under keys that begin so. */
export const stateFolder = '.waymark/';

/** Stores that, as no reader is sent it. @param type of its content */
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
