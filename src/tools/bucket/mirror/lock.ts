import { z } from 'zod';
import { toJsonText } from '../../../lib/json.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { WaymarkError } from '../../../model/errors.ts';
import {
  type Condition,
  type ObjectStore,
  putState,
  type ReadObject,
  type Sending,
  since,
  stateFolder,
} from './store/object-store.ts';

// A lock against concurrent publishers: an object in the bucket that contains the owner's random
// id. The owner renews it by storing it again. The lock has expired if, by the store's clock, it
// was stored too long ago.

const Lock = z.object({
  /** Null if the lock is free. */
  owner: z.string().nullable(),
  /** How long the lock is valid without renewal, in seconds. */
  seconds: z.number().int().min(1).max(600),
  /** A counter that makes the lock's content different each time it is stored. */
  turn: z.number().int(),
  /** Whether the bucket matches its manifest. False after an interrupted run. */
  isClean: z.boolean(),
});
type Lock = z.infer<typeof Lock>;

export interface LockOptions {
  /** A unique id of this publisher. */
  owner: string;
  clock: Clock;
  /** Returns a monotonic time in milliseconds. */
  elapsed: () => number;
  /** How long the lock is valid without renewal, in seconds. Default: 60. */
  seconds?: number | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Called once if another publisher has the lock. `who` is a sentence about this without its full
   * stop. May throw to stop waiting.
   */
  onWait?: ((who: string) => void) | undefined;
}

export type HeldLock = ReturnType<typeof hold>;

const key = `${stateFolder}lock.json`;
const maxBytes = 10_000;
const defaultSeconds = 60;
/** How long after its expiry a lock cannot be taken over, in milliseconds. */
const graceMs = 60_000;
/** Time between two checks of a lock that another publisher holds, in milliseconds. */
const pollMs = 2_000;

/**
 * Waits until the lock is free or has expired, and takes it.
 * @throws WaymarkError if the store cannot be used
 */
export async function takeLock(state: ObjectStore, options: LockOptions): Promise<HeldLock> {
  const { owner, clock, elapsed, seconds = defaultSeconds, signal, onWait } = options;
  const lock: Lock = { owner, seconds, turn: 0, isClean: false };
  for (let tries = 0; ; tries += 1) {
    const found = await state.read(key, maxBytes, { signal });
    const { isFree, wasClean } = found ? readState(found) : { isFree: true, wasClean: false };
    if (isFree) {
      const from = elapsed();
      const put = await write(state, lock, since(found?.etag), { signal });
      if (put.kind === 'stored') return hold(state, put.etag, from, { lock, wasClean }, options);
      continue;
    }
    if (tries === 0) onWait?.(`Another publisher is changing ${state.name}`);
    await clock.sleep(pollMs, signal);
  }
}

/** Reads the state of a lock. A lock that cannot be parsed counts as held until it expires. */
function readState({ bytes, modified, date }: ReadObject): { isFree: boolean; wasClean: boolean } {
  const lock = parse(bytes);
  const dueMs = (lock?.seconds ?? defaultSeconds) * 1000 + graceMs;
  const isOverdue = date.getTime() - modified.getTime() > dueMs;
  const isNobodys = lock?.owner === null;
  return { isFree: isNobodys || isOverdue, wasClean: isNobodys && lock.isClean };
}

function parse(bytes: Uint8Array): Lock | undefined {
  try {
    return Lock.safeParse(JSON.parse(Buffer.from(bytes).toString())).data;
  } catch {
    return undefined;
  }
}

function hold(
  state: ObjectStore,
  taken: string,
  takenAt: number,
  { lock, wasClean }: { lock: Lock; wasClean: boolean },
  { clock, elapsed, signal: given }: LockOptions,
) {
  const termMs = lock.seconds * 1000;
  const lost = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([lost.signal, ...(given ? [given] : [])]);
  let [etag, heldSince, turn] = [taken, takenAt, lock.turn];

  /** @throws WaymarkError if the lock was lost, or was not renewed in time */
  function assertHeld(): void {
    if (elapsed() - heldSince > termMs) lost.abort(lostError(state));
    lost.signal.throwIfAborted();
  }

  async function renew(): Promise<void> {
    const from = elapsed();
    turn += 1;
    const put = await write(state, { ...lock, turn }, since(etag), { signal, assertHeld });
    if (put.kind === 'refused') lost.abort(lostError(state));
    else [etag, heldSince] = [put.etag, from];
  }

  const renewing = (async () => {
    const ended = AbortSignal.any([over.signal, signal]);
    while (!ended.aborted) {
      await clock.sleep(termMs / 3, ended).catch(() => {});
      // A failed renewal is retried while the lock is still valid.
      if (!ended.aborted) await renew().catch(() => {});
    }
  })();

  return {
    /** Whether the bucket matched its manifest when this publisher took the lock. */
    wasClean,
    /** Aborted when the lock is lost. */
    signal,
    assertHeld,
    async release(isClean: boolean) {
      over.abort();
      await renewing;
      if (lost.signal.aborted) return;
      const free = { ...lock, owner: null, turn: turn + 1, isClean };
      // If this write fails, the lock expires soon anyway.
      await write(state, free, since(etag), {}).catch(() => {});
    },
  };
}

/**
 * Stores the lock. Owner and turn make its content unique, so a retried request can be recognised.
 */
function write(state: ObjectStore, lock: Lock, condition: Condition, sending: Sending) {
  return putState(state, key, { bytes: Buffer.from(toJsonText(lock)) }, condition, sending);
}

function lostError({ name }: ObjectStore): WaymarkError {
  return new WaymarkError(
    `Another process publishes to ${name} now, because this process took too long. Nothing more was changed. If the live site is not yours, publish again.`,
  );
}
