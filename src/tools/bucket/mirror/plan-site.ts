import { forAll } from '../../../lib/for-all.ts';
import { command } from '../../../lib/processes/command.ts';
import { SettingsError } from '../../../model/errors.ts';
import type { Pause } from '../../../publish/generations/state.ts';
import { type DesiredObjects, desiredObjects, type MirroredSite, placeOf } from './desired.ts';
import type { LockOptions } from './lock.ts';
import type { FoundManifest } from './manifest.ts';
import { type MirrorPlan, planMirror, type ThereObject } from './plan.ts';
import {
  type ListedObject,
  type ObjectStore,
  type Sending,
  stateFolder,
} from './store/object-store.ts';

export interface PlanSiteOptions
  extends Pick<
    MirrorSiteOptions,
    'store' | 'basePath' | 'indexKeys' | 'lock' | 'allowMassDelete' | 'overwrite'
  > {
  sending: Sending;
  found: FoundManifest | undefined;
}

/**
 * Creates functions that list a bucket and plan the changes. `plan` throws a SettingsError if it
 * would replace objects that Waymark did not store.
 */
export async function planSite(
  site: MirroredSite,
  { store, found, sending, overwrite, ...options }: PlanSiteOptions,
) {
  const place = placeOf(store);
  const desired = await desiredObjects(site, {
    ...options,
    place,
    hasRoot: /\/[^/]+\/$/.test(store.name),
  });
  /** The objects in the bucket according to its manifest, by key. */
  const known: ReadonlyMap<string, ThereObject> = new Map(
    Object.entries(found?.manifest.objects ?? {}),
  );
  return {
    wanted: desired,
    known,
    /** @param now the objects that are known so far */
    list: (now: ReadonlyMap<string, ThereObject>) =>
      listBucket(store, { desired, known: now, isOwn: (key) => known.has(key), sending }),
    plan: ({ there, foreign }: Listing) => {
      // Only checked if Waymark has not published here before, because the bucket may then be the
      // wrong one.
      if (!found && !overwrite) refuseForeign(store.name, foreign, desired);
      return planMirror({
        desired,
        there,
        entries: { before: found?.manifest.entries ?? [], now: site.entries },
        date: found?.date,
        isAlone: options.lock === undefined,
        allowMassDelete: options.allowMassDelete,
      });
    },
  };
}

function refuseForeign(name: string, foreign: readonly string[], desired: DesiredObjects): void {
  const [first, ...more] = foreign.filter((key) => desired.has(key));
  if (first === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  throw new SettingsError(
    `${name} has objects that Waymark did not upload and that would be overwritten: ${first}${others}. Set another PUBLISH_BUCKET or BUCKET_PREFIX. To overwrite them, run: ${command('build', '--publish', '--overwrite')}`,
  );
}

/** The content of a bucket, as the store lists it. */
type Listing = Awaited<ReturnType<typeof listBucket>>;

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
async function listBucket(store: ObjectStore, { desired, known, isOwn, sending }: SurveyOptions) {
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
  await forAll(unknown, maxHeadsAtOnce, async ({ key }) => {
    const head = await store.head(key, sending);
    if (head) there.set(key, { ...head, mark: isMarked(head.mark) ? head.mark : undefined });
  });
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

export interface MirrorSiteOptions {
  store: ObjectStore;
  /** The store for Waymark's own state. */
  state: ObjectStore;
  /** The site's address with its path. */
  site: string;
  basePath: string;
  indexKeys: boolean;
  /** Lock against other publishers. Undefined if this is the only publisher. */
  lock: LockOptions | undefined;
  /** A unique id, used in names of test objects. */
  random: string;
  /** Opens the local site. Called once the bucket is locked. */
  openSite: () => Promise<MirroredSite>;
  /**
   * Set after a rollback on this machine: the older site is published, and further publications are
   * paused.
   */
  paused: Pause | null;
  /** Whether entries are removed even if suspiciously many would disappear. */
  allowMassDelete: boolean;
  /** Whether another site, or objects that Waymark did not store, may be replaced. */
  overwrite: boolean;
  signal?: AbortSignal | undefined;
  onPlan?: (plan: MirrorPlan) => Promise<void>;
  onProgress?: (done: number, total: number) => void;
}
