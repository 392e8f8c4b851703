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
