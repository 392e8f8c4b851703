import { WaymarkError } from '../../../model/errors.ts';
import { carryOut } from './carry-out.ts';
import type { MirroredSite } from './desired.ts';
import type { MirrorSiteOptions } from './mirror-site-options.ts';
import { isNothingToDo, type MirrorPlan, type ThereObject } from './plan.ts';
import { type PlanSiteOptions, planSite } from './plan-site.ts';

interface BringOptions extends PlanSiteOptions, Pick<MirrorSiteOptions, 'onPlan' | 'onProgress'> {
  /** Whether the bucket is known to match its manifest. */
  isTrusted: boolean;
  /** Called before the first change of the bucket. */
  onFirstChange: () => void;
}

/** Maximum number of rounds. If more are needed, another process keeps changing the bucket. */
const maxRounds = 5;

/**
 * Uploads a site, in rounds. Ends when a listing of the bucket shows that nothing is left to do.
 * Returns the figures of `MirrorOutcome`, and the objects in the bucket by key.
 * @throws WaymarkError
 */
export async function uploadSite(site: MirroredSite, options: BringOptions) {
  const { store, isTrusted, sending, onFirstChange, onPlan } = options;
  const planner = await planSite(site, options);
  const tally = startTally(options.onProgress);
  let known: ReadonlyMap<string, ThereObject> = planner.known;
  for (let round = 0; round < maxRounds; round += 1) {
    // If the bucket matches its manifest, the first round needs no listing, so readers see the new
    // site sooner.
    const isListed = !isTrusted || round > 0;
    const survey = isListed ? await planner.list(known) : { there: new Map(known), foreign: [] };
    const plan = planner.plan(survey);
    if (!isNothingToDo(plan)) {
      await onPlan?.(plan);
      onFirstChange();
      tally.expect(plan);
      const { onDone } = tally;
      ({ known } = await carryOut(plan, { store, folder: site.folder, sending, onDone }));
    } else if (isListed) {
      const { uploaded, deleted } = tally.count();
      const unchanged = planner.wanted.size - uploaded;
      const { withheld, withheldEntries } = plan;
      const objects = Object.fromEntries([...plan.kept].sort(([a], [b]) => (a < b ? -1 : 1)));
      const { foreign } = survey;
      return { uploaded, unchanged, deleted, withheld, withheldEntries, objects, foreign };
    }
  }
  throw new WaymarkError(
    `Another program keeps changing ${store.name}. Find that program and stop it, then publish again.`,
  );
}

/** Counts changes over the plans of several rounds. */
function startTally(onProgress: MirrorSiteOptions['onProgress']) {
  const done = { uploaded: new Set<string>(), deleted: new Set<string>() };
  let [expected, steps] = [0, 0];
  return {
    expect: ({ uploads, deletions }: MirrorPlan) => {
      expected += uploads.flat().length + deletions.flat().length;
    },
    onDone: ({ kind, key }: { kind: 'uploaded' | 'deleted'; key: string }) => {
      done[kind].add(key);
      steps += 1;
      onProgress?.(steps, expected);
    },
    count: () => ({ uploaded: done.uploaded.size, deleted: done.deleted.size }),
  };
}
