import { growingGap } from '../../../../lib/time/growing-gap.ts';
import type { Condition, ObjectHead, PutOutcome, Sending, StoredAs } from './object-store.ts';
import { ask, askBefore, at, inHeaders, markName, type OpenedStore } from './s3-client.ts';
import { ConditionUnknownError, statusOf } from './store-errors.ts';

export interface Putting {
  bytes: Uint8Array;
  as: StoredAs;
  condition: Condition;
}

/**
 * Stores an object if its condition holds. Retries until the result is known.
 * @param head reads the object that is currently stored
 */
export async function putObject(
  store: OpenedStore,
  key: string,
  putting: Putting,
  sending: Sending,
  head: () => Promise<ObjectHead | undefined>,
): Promise<PutOutcome> {
  const { condition, as } = putting;
  const outcome = await putPatiently(store, key, putting, sending);
  if (outcome.kind === 'stored' || condition.kind === 'any') return outcome;
  const there = await head();
  // The object is already stored: the answer to an earlier attempt was lost.
  if (there?.mark === as.mark) return { kind: 'stored', etag: there.etag };
  const isUnmoved = condition.kind === 'unchanged' && there?.etag === condition.etag;
  if (!isUnmoved || store.isUnquoted) return outcome;
  // Some stores do not recognise their own ETags in quotes.
  store.isUnquoted = true;
  return putPatiently(store, key, putting, sending);
}

/** Stores an object. Retries while another client is storing the same key. */
async function putPatiently(
  store: OpenedStore,
  key: string,
  putting: Putting,
  sending: Sending,
): Promise<PutOutcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await putOnce(store, key, putting, sending);
    if (outcome.kind !== 'conflict') return outcome;
    if (tries === maxConflicts) return { kind: 'refused' };
    await store.clock.sleep(growingGap(tries, conflictGaps), sending.signal);
  }
}

/** 409 means that another client is storing the same key. */
const [conditionUnmet, conflict, unknownToStore] = [412, 409, 501];
const maxConflicts = 6;
const conflictGaps = { first: 50, max: 1_000 };

async function putOnce(
  store: OpenedStore,
  key: string,
  { bytes, as, condition }: Putting,
  { signal, assertHeld }: Sending,
): Promise<PutOutcome | { kind: 'conflict' }> {
  const { headers, mark } = as;
  const command = new store.s3.PutObjectCommand({
    ...at(store, key),
    Body: bytes,
    ContentType: headers['content-type'],
    CacheControl: headers['cache-control'],
    ContentDisposition: headers['content-disposition'],
    ContentLanguage: headers['content-language'],
    Metadata: { [markName]: mark },
    ...inHeaders(condition, store.isUnquoted),
  });
  askBefore(command, assertHeld);
  const stored = await ask(store, signal, async (options) => {
    try {
      const { ETag: etag = '' } = await store.client.send(command, options);
      return { kind: 'stored', etag } as const;
    } catch (error) {
      const status = statusOf(error);
      if (status === conditionUnmet) return { kind: 'refused' } as const;
      if (status === conflict) return { kind: 'conflict' } as const;
      if (condition.kind !== 'any' && status === unknownToStore)
        throw new ConditionUnknownError(`${store.name} knows no conditions.`, { cause: error });
      throw error;
    }
  });
  // The object that was to be replaced does not exist any more.
  return stored ?? { kind: 'refused' };
}
