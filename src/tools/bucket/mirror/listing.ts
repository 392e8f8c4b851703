import pLimit from 'p-limit';
import { type DesiredObjects, placeOf } from './desired.ts';
import type { ThereObject } from './plan.ts';
import {
  type ListedObject,
  type ObjectStore,
  type Sending,
  stateFolder,
} from './store/object-store.ts';

/** What a bucket holds, as it says itself. */
export interface Listing {
  /** What Waymark put there, and what stands where something is wanted; by key. */
  there: Map<string, ThereObject>;
  /** Keys of what somebody else put there. */
  foreign: string[];
}

interface SurveyOptions {
  desired: DesiredObjects;
  /** What is known of it, by key. */
  known: ReadonlyMap<string, ThereObject>;
  /** Whether a key is one that Waymark stored something under, whatever is there now. */
  isOwn: (key: string) => boolean;
  sending: Sending;
}

const maxHeadsAtOnce = 16;

/**
 * Lists a bucket and compares it with what is known of it. What is not known is asked for its mark:
 * a run that was broken off, or a hand, put it there.
 */
export async function listBucket(
  store: ObjectStore,
  { desired, known, isOwn, sending }: SurveyOptions,
): Promise<Listing> {
  const listed = await listAll(store, sending);
  const there = new Map<string, ThereObject>();
  const unknown: ListedObject[] = [];
  for (const { key, etag } of listed) {
    const before = known.get(key);
    if (before?.etag === etag) there.set(key, before);
    else unknown.push({ key, etag });
  }
  const place = placeOf(store);
  const isMarked = (mark: string | undefined) => mark?.startsWith(place);
  const limit = pLimit(maxHeadsAtOnce);
  const asked = unknown.map(({ key }) =>
    limit(async () => {
      const head = await store.head(key, sending);
      if (head) there.set(key, { ...head, mark: isMarked(head.mark) ? head.mark : undefined });
    }),
  );
  await Promise.all(asked);
  const isForeign = ({ key }: ListedObject) => there.get(key)?.mark === undefined && !isOwn(key);
  const foreign = unknown.filter(isForeign).map(({ key }) => key);
  for (const key of foreign) if (!desired.has(key)) there.delete(key);
  return { there, foreign };
}

async function listAll(store: ObjectStore, sending: Sending): Promise<ListedObject[]> {
  const listed: ListedObject[] = [];
  for await (const page of store.list(sending))
    listed.push(...page.filter(({ key }) => !`/${key}`.includes(`/${stateFolder}`)));
  return listed;
}
