import pLimit from 'p-limit';
import { type DesiredObjects, placeOf } from './desired.ts';
import type { ThereObject } from './plan.ts';
import {
  type ListedObject,
  type ObjectStore,
  type Sending,
  stateFolder,
} from './store/object-store.ts';

/** The content of a bucket, as the store lists it. */
export type Listing = Awaited<ReturnType<typeof listBucket>>;

interface SurveyOptions {
  desired: DesiredObjects;
  /** The objects that the bucket should contain according to its manifest, by key. */
  known: ReadonlyMap<string, ThereObject>;
  /** Whether Waymark has stored an object with this key before. */
  isOwn: (key: string) => boolean;
  sending: Sending;
}

const maxHeadsAtOnce = 16;

/**
 * Lists a bucket and compares it with the known objects. For other objects, the mark (a digest in
 * the metadata) is read: it shows whether Waymark stored the object, in an interrupted run, or
 * another program did.
 */
export async function listBucket(
  store: ObjectStore,
  { desired, known, isOwn, sending }: SurveyOptions,
) {
  const listed = await listAll(store, sending);
  /** Existing objects by key: those that Waymark stored, and others whose keys the site needs. */
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
  const requests = unknown.map(({ key }) =>
    limit(async () => {
      const head = await store.head(key, sending);
      if (head) there.set(key, { ...head, mark: isMarked(head.mark) ? head.mark : undefined });
    }),
  );
  await Promise.all(requests);
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
