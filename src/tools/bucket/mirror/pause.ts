import { z } from 'zod';
import { toJsonText } from '../../../lib/json.ts';
import { WaymarkError } from '../../../model/errors.ts';
import type { Pause } from '../../../publish/generations/state.ts';
import {
  type ObjectStore,
  putState,
  type Sending,
  since,
  stateFolder,
} from './store/object-store.ts';

/** The pause of a bucket, which applies to all of its publishers. */
const BucketPause = z.object({
  paused: z.object({ since: z.iso.datetime(), from: z.string(), to: z.string() }).nullable(),
});

type FoundPause = Awaited<ReturnType<typeof readBucketPause>>;

const key = `${stateFolder}pause.json`;
const maxBytes = 10_000;

/**
 * Reads the pause. `etag` is undefined if publishing to this bucket was never paused.
 * @throws WaymarkError if the file is damaged, because a pause must not end by accident
 */
export async function readBucketPause(state: ObjectStore, sending: Sending) {
  const found = await state.read(key, maxBytes, sending);
  if (!found) return { paused: null, etag: undefined };
  try {
    const text = Buffer.from(found.bytes).toString();
    return { ...BucketPause.parse(JSON.parse(text)), etag: found.etag };
  } catch (error) {
    throw new WaymarkError(
      `${state.name}${key} is damaged, so Waymark does not know whether publishing is paused. If publishing is not paused, remove the file.`,
      { cause: error },
    );
  }
}

/** Writes the start or end of a pause. Writes nothing if the pause is unchanged. */
export async function writeBucketPause(
  state: ObjectStore,
  paused: Pause | null,
  before: FoundPause,
  sending: Sending & { isAlone: boolean },
): Promise<void> {
  if (JSON.stringify(paused) === JSON.stringify(before.paused)) return;
  const bytes = Buffer.from(toJsonText({ paused }));
  const condition = since(before.etag, sending.isAlone);
  const stored = await putState(state, key, { bytes }, condition, sending);
  if (stored.kind === 'refused')
    throw new WaymarkError(`Another process is changing ${state.name}${key}. Try again.`);
}
