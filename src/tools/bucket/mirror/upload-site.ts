import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../../../lib/digest.ts';
import { forAll } from '../../../lib/for-all.ts';
import { WaymarkError } from '../../../model/errors.ts';
import type { MirroredSite } from './desired.ts';
import type { KnownObject } from './manifest.ts';
import { isNothingToDo, type MirrorPlan, type ThereObject, type Upload } from './plan.ts';
import { type MirrorSiteOptions, type PlanSiteOptions, planSite } from './plan-site.ts';
import type { ObjectStore, Sending } from './store/object-store.ts';

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
      known = await carryOut(plan, { store, folder: site.folder, sending, onDone });
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

interface CarryOutOptions {
  store: ObjectStore;
  /** Folder that contains the site's files. */
  folder: string;
  sending: Sending;
  onDone: (change: { kind: 'uploaded' | 'deleted'; key: string }) => void;
}

/** Maximum number of concurrent requests. Large files are uploaded one at a time. */
const atOnce = 24;
/** Files of at least this many bytes count as large. */
const largeFrom = 4 * 1024 * 1024;

/**
 * Carries out a plan, stage by stage. Stops after a stage in which the store refused an upload
 * because another publisher changed the object. Returns the objects known to be in the bucket.
 * @throws WaymarkError after all requests have ended
 */
async function carryOut(
  { uploads, deletions, kept }: MirrorPlan,
  { store, folder, sending, onDone }: CarryOutOptions,
): Promise<Map<string, KnownObject>> {
  const known = new Map(kept);
  for (const stage of uploads) {
    let isRefused = false;
    const upload = async ({ key, object, condition }: Upload) => {
      const bytes = await bytesOf(folder, object);
      const put = await store.put(key, bytes, object, condition, sending);
      if (put.kind === 'refused') isRefused = true;
      else {
        known.set(key, { etag: put.etag, mark: object.mark });
        onDone({ kind: 'uploaded', key });
      }
    };
    const isLarge = ({ object }: Upload) => object.size >= largeFrom;
    await forAll(
      stage.filter((one) => !isLarge(one)),
      atOnce,
      upload,
    );
    await forAll(stage.filter(isLarge), 1, upload);
    if (isRefused) return known;
  }
  for (const stage of deletions)
    await forAll(stage, atOnce, async (key) => {
      await store.remove(key, sending);
      onDone({ kind: 'deleted', key });
    });
  return known;
}

async function bytesOf(
  folder: string,
  { path, digest: wanted }: Upload['object'],
): Promise<Uint8Array> {
  const bytes = await readFile(join(folder, path));
  if (digest(bytes) === wanted) return bytes;
  throw new WaymarkError(`${path} was changed by another program after it was built. Build again.`);
}
