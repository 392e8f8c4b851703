import pLimit, { type LimitFunction } from 'p-limit';
import type { Clock } from '../../lib/time/clock.ts';
import { startTimeout } from '../../lib/time/start-timeout.ts';
import { RefusedError } from '../refused-error.ts';

/**
 * Maximum number of uploads, of at most 20 MB each, that are in memory at once: of each key, and of
 * all keys. Further uploads wait before their bodies are read.
 */
const maxAtOnce = { perKey: 4, total: 12 };
/** Maximum number of uploads of a key that wait. Further uploads are refused. */
const maxWaiting = 64;
/** How long the body of an upload may take to arrive, in milliseconds. */
const maxReadMs = 120_000;
/**
 * Waiting uploads are refused if fewer bytes than this arrive from their key in this time, in
 * milliseconds, because the uploads ahead of them have stalled.
 */
const stalled = { bytes: 64 * 1024, ms: 2000 };

interface Upload<T, R> {
  /** The key of the caller, or the user of the desk. */
  key: string;
  /**
   * Reads the body.
   * @param onBytes is called with the number of bytes that arrived
   */
  read: (onBytes: (count: number) => void, signal: AbortSignal) => Promise<T>;
  store: (file: T) => Promise<R>;
}

interface OfKey {
  limit: LimitFunction;
  /** Number of bytes that have arrived. */
  arrived: number;
  /** Number of uploads that have been read completely, but are not stored yet. */
  storing: number;
}

/**
 * Reads uploads and stores them. Each key has a queue of its own, so that slow uploads of one do
 * not stop the uploads of others.
 * @throws RefusedError if too many uploads of the key are being sent, or if the body is too slow
 */
export type UploadQueue = <T, R>(upload: Upload<T, R>) => Promise<R>;

export function createUploadQueue(clock: Pick<Clock, 'sleep'>): UploadQueue {
  const total = pLimit(maxAtOnce.total);
  const keys = new Map<string, OfKey>();
  return async ({ key, read, store }) => {
    const own = keys.get(key) ?? { limit: pLimit(maxAtOnce.perKey), arrived: 0, storing: 0 };
    if (own.limit.pendingCount >= maxWaiting) throw tooMany();
    keys.set(key, own);
    const waiting = new AbortController();
    const begin = async () => {
      // It was refused meanwhile.
      if (waiting.signal.aborted) throw tooMany();
      waiting.abort();
      const onBytes = (count: number) => {
        own.arrived += count;
      };
      using timeout = startTimeout(clock, maxReadMs, new RefusedError('unavailable', tooSlow));
      const file = await read(onBytes, timeout.signal);
      own.storing += 1;
      return store(file).finally(() => {
        own.storing -= 1;
      });
    };
    const done = own
      .limit(() => total(begin))
      .finally(() => {
        const { activeCount, pendingCount } = own.limit;
        if (activeCount + pendingCount === 0) keys.delete(key);
      });
    return Promise.race([done, untilStalled(clock, own, waiting)]);
  };
}

/** Rejects if the uploads of a key stall, before `waiting` ends. */
async function untilStalled(
  clock: Pick<Clock, 'sleep'>,
  own: OfKey,
  waiting: AbortController,
): Promise<never> {
  const { signal } = waiting;
  for (let isStalled = false; !isStalled; ) {
    const before = own.arrived;
    const isOver = await clock.sleep(stalled.ms, signal).then(
      () => false,
      () => true,
    );
    // The upload is no longer waiting, so its own result counts.
    if (isOver || signal.aborted) return new Promise(() => {});
    isStalled = own.storing === 0 && own.arrived - before < stalled.bytes;
  }
  waiting.abort();
  throw tooMany();
}

const next = 'Try again after Retry-After seconds.';
const tooSlow = `The file did not arrive within ${maxReadMs / 1000} seconds. ${next}`;

function tooMany(): RefusedError {
  return new RefusedError('unavailable', `Too many files are being sent with this key. ${next}`);
}
