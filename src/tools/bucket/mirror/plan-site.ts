import { forAll } from '../../../lib/for-all.ts';
import { command } from '../../../lib/processes/command.ts';
import { fewOf } from '../../../lib/text/text.ts';
import { SettingsError } from '../../../model/errors.ts';
import type { Pause } from '../../../publish/generations/state.ts';
import { type DesiredObjects, desiredObjects, type MirroredSite, placeOf } from './desired.ts';
import type { LockOptions } from './lock.ts';
import type { FoundManifest } from './manifest.ts';
import { type MirrorPlan, planMirror, type ThereObject } from './plan.ts';
import { type ObjectStore, type Sending, stateFolder } from './store/object-store.ts';

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
  return { wanted: desired, known, list, plan };

  /**
   * Lists the bucket and compares it with the known objects. For other objects, the mark (a digest
   * in the metadata) is read: it shows whether Waymark stored the object, in an interrupted run, or
   * another program did.
   * @param now the objects that are known so far
   */
  async function list(now: ReadonlyMap<string, ThereObject>) {
    /** Existing objects by key: those that Waymark stored, and others whose keys the site needs. */
    const there = new Map<string, ThereObject>();
    const unknown: string[] = [];
    for (const { key, etag } of await store.list(sending)) {
      if (`/${key}`.includes(`/${stateFolder}`)) continue;
      const before = now.get(key);
      if (before?.etag === etag) there.set(key, before);
      else unknown.push(key);
    }
    await forAll(unknown, maxHeadsAtOnce, async (key) => {
      const head = await store.head(key, sending);
      const mark = head?.mark?.startsWith(place) ? head.mark : undefined;
      if (head) there.set(key, { ...head, mark });
    });
    const foreign = unknown.filter((key) => there.get(key)?.mark === undefined && !known.has(key));
    for (const key of foreign) if (!desired.has(key)) there.delete(key);
    return { there, foreign };
  }

  function plan({ there, foreign }: Awaited<ReturnType<typeof list>>) {
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
  }
}

const maxHeadsAtOnce = 16;

function refuseForeign(name: string, foreign: readonly string[], desired: DesiredObjects): void {
  const lost = foreign.filter((key) => desired.has(key));
  if (lost.length === 0) return;
  throw new SettingsError(
    `${name} has objects that Waymark did not upload and that would be overwritten: ${fewOf(lost, 1).join(' ')}. Set another PUBLISH_BUCKET or BUCKET_PREFIX. To overwrite them, run: ${command('build', '--publish', '--overwrite')}`,
  );
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
