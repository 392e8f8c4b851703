import { pauseInWords } from '../../../publish/generations/state.ts';
import type { Preview } from '../../../receiver/run/bucket-publisher.ts';
import { readBucketManifest, refuseOtherSite } from './manifest.ts';
import type { MirrorSiteOptions } from './mirror-site-options.ts';
import { readBucketPause } from './pause.ts';
import type { MirrorPlan } from './plan.ts';
import { planSite } from './plan-site.ts';

/** What it would take for a bucket to show a site. Changes nothing and holds nobody up. */
export async function previewMirror(options: MirrorSiteOptions): Promise<Preview> {
  const { store, state, site, overwrite, signal, openSite } = options;
  const sending = { signal };
  const found = await readBucketManifest(state, sending);
  if (found && !overwrite) refuseOtherSite(state.name, found.manifest, { of: store.name, site });
  const { paused } = await readBucketPause(state, sending);
  const planner = await planSite(await openSite(), { ...options, sending, found });
  const survey = await planner.survey(planner.known);
  const { uploads, deletions, withheld }: MirrorPlan = planner.plan(survey);
  const keys = uploads.flat().map(({ key }) => key);
  return {
    uploads: keys,
    deletions: deletions.flat(),
    withheld,
    foreign: survey.foreign,
    unchanged: planner.wanted.size - keys.length,
    paused: paused ? pauseInWords(paused) : undefined,
  };
}
