import { command } from '../../../lib/processes/command.ts';
import { SettingsError } from '../../../model/errors.ts';
import { type DesiredObjects, desiredObjects, type MirroredSite, placeOf } from './desired.ts';
import { type Listing, listBucket } from './listing.ts';
import type { FoundManifest } from './manifest.ts';
import type { MirrorSiteOptions } from './mirror-site-options.ts';
import { planMirror, type ThereObject } from './plan.ts';
import type { Sending } from './store/object-store.ts';

export interface PlanSiteOptions
  extends Pick<
    MirrorSiteOptions,
    'store' | 'basePath' | 'indexKeys' | 'lock' | 'allowMassDelete' | 'overwrite'
  > {
  sending: Sending;
  /** The manifest of the bucket. */
  found: FoundManifest | undefined;
}

/**
 * Plans the changes to a bucket. `plan` throws a SettingsError if it would replace foreign objects.
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
  /** What the manifest says of the bucket, by key. */
  const known: ReadonlyMap<string, ThereObject> = new Map(
    Object.entries(found?.manifest.objects ?? {}),
  );
  return {
    wanted: desired,
    known,
    /** @param now currently known objects */
    list: (now: ReadonlyMap<string, ThereObject>) =>
      listBucket(store, { desired, known: now, isOwn: (key) => known.has(key), sending }),
    plan: ({ there, foreign }: Listing) => {
      // If Waymark published before, objects in the way were added since.
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
    `${name} holds foreign objects that would be overwritten: ${first}${others}. Choose another PUBLISH_BUCKET or BUCKET_PREFIX; ${command('build', '--publish', '--overwrite')} replaces it.`,
  );
}
