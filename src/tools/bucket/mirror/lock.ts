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

// Takes the place where a bucket's state is kept; gives the right to change what it shows.
// Whose it is stands in one object, which whoever holds it renews. Whether it is past due is told
// by the store's clock alone, from when it was stored to when it was read.
// Names neither machine nor user: an owner is a number drawn by chance.

const Lock = z.object({
  /** Null: nobody's. */
  owner: z.string().nullable(),
  /** How long it holds without being renewed, in seconds. */
  seconds: z.number().int().min(1).max(600),
  /** Counts, so that no two of an owner's are alike. */
  turn: z.number().int(),
  /** Whether the bucket is as its manifest says: not where a run was broken off. */
  isClean: z.boolean(),
});
type Lock = z.infer<typeof Lock>;

export interface LockOptions {
  /** A number that nobody else draws. */
  owner: string;
  clock: Clock;
  /** How long something takes: milliseconds that no clock can be set back by. */
  elapsed: () => number;
  /** How long it holds without being renewed; a minute if not said. */
  seconds?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Told once, in a sentence without its full stop, that somebody else holds it; throws to wait no longer. */
  onWait?: ((who: string) => void) | undefined;
}

export interface HeldLock {
  /** Whether the bucket was left as its manifest says. */
  wasClean: boolean;
  /** Aborted when it is lost. */
  signal: AbortSignal;
  /** @throws WaymarkError where it is lost, or may be */
  assertHeld(): void;
  release(isClean: boolean): Promise<void>;
}

const key = `${stateFolder}lock.json`;
const maxBytes = 10_000;
const defaultSeconds = 60;
/** How long it stays somebody's who has not renewed it in time, in milliseconds. */
const graceMs = 60_000;
/** How often it is looked whether it is free, in milliseconds. */
const pollMs = 2_000;

/** Waits until it is free, or past due. @throws WaymarkError where the store cannot be used */
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

/** What cannot be understood is past due when any lock would be. */
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
): HeldLock {
  const termMs = lock.seconds * 1000;
  const lost = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([lost.signal, ...(given ? [given] : [])]);
  let [etag, heldSince, turn] = [taken, takenAt, lock.turn];

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
      // What could not be told is tried again, for as long as it is held.
      if (!ended.aborted) await renew().catch(() => {});
    }
  })();

  return {
    wasClean,
    signal,
    assertHeld,
    async release(isClean) {
      over.abort();
      await renewing;
      if (lost.signal.aborted) return;
      const free = { ...lock, owner: null, turn: turn + 1, isClean };
      // Held no longer, it is past due soon.
      await write(state, free, since(etag), {}).catch(() => {});
    },
  };
}

/** Nobody else writes the same: an owner's turns are all different. */
function write(state: ObjectStore, lock: Lock, condition: Condition, sending: Sending) {
  return putState(state, key, { bytes: Buffer.from(toJsonText(lock)) }, condition, sending);
}

function lostError({ name }: ObjectStore): WaymarkError {
  return new WaymarkError(
    `Another publisher took over ${name} while this one stood still: nothing more was changed from here. What was published last stands; publish again if it is not yours.`,
  );
}
