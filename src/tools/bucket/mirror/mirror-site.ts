import { WaymarkError } from '../../../model/errors.ts';
import type { MirrorOutcome, Preview } from '../../../publish/bucket-publisher.ts';
import { pauseInWords } from '../../../publish/generations/state.ts';
import { type HeldLock, takeLock } from './lock.ts';
import { readBucketManifest, refuseOtherSite, writeBucketManifest } from './manifest.ts';
import { readBucketPause, writeBucketPause } from './pause.ts';
import { type MirrorSiteOptions, planSite } from './plan-site.ts';
import { refuseUnfit } from './probe.ts';
import { uploadSite } from './upload-site.ts';

// Publishes a local site to a bucket. It locks the bucket, changes it until a listing shows that it
// matches the site, and writes the manifest last. Links never lead to missing objects, and objects
// that Waymark did not store are never removed.

/**
 * Publishes a site to a bucket.
 * @throws WaymarkError; the manifest is then unchanged, and the next run continues the upload
 */
export async function mirrorSite(options: MirrorSiteOptions): Promise<MirrorOutcome> {
  const { state, random, lock, signal } = options;
  const isFirst = (await readBucketManifest(state, { signal })) === undefined;
  if (isFirst && lock) await refuseUnfit(state, random, { signal });
  const held = lock ? await takeLock(state, lock) : alone(signal);
  let isClean = held.wasClean;
  try {
    const outcome = await mirrorHeld(options, held, () => {
      isClean = false;
    });
    isClean ||= outcome.kind === 'mirrored';
    return outcome;
  } finally {
    await held.release(isClean);
  }
}

/** Maximum number of attempts if other publishers interfere. */
const maxCommits = 3;

/** @param onFirstChange called before the first change of the bucket */
async function mirrorHeld(
  options: MirrorSiteOptions,
  held: HeldLock,
  onFirstChange: () => void,
): Promise<MirrorOutcome> {
  const { store, state, paused, lock, site, overwrite } = options;
  const sending = { signal: held.signal, assertHeld: held.assertHeld };
  const isAlone = lock === undefined;
  for (let tries = 1; tries <= maxCommits; tries += 1) {
    const found = await readBucketManifest(state, sending);
    if (found && !overwrite) refuseOtherSite(state.name, found.manifest, { of: store.name, site });
    const before = await readBucketPause(state, sending);
    if (paused) await writeBucketPause(state, paused, before, { ...sending, isAlone });
    else if (before.paused) return { kind: 'paused', why: pauseInWords(before.paused) };
    const shown = await options.openSite();
    const brought = await uploadSite(shown, {
      ...options,
      sending,
      isTrusted: held.wasClean && tries === 1,
      found,
      onFirstChange,
    });
    const { objects, withheldEntries, ...told } = brought;
    const entries = [...new Set([...shown.entries, ...withheldEntries])].sort();
    const manifest = { of: store.name, site, digest: shown.digest, entries, objects };
    const isWritten = await writeBucketManifest(state, manifest, found, { ...sending, isAlone });
    if (isWritten) return { kind: 'mirrored', ...told };
  }
  throw new WaymarkError(
    `Other processes keep publishing to ${store.name}. Publish from one machine only, or try again.`,
  );
}

/** Replaces the lock if there is only one publisher, which needs no lock. */
function alone(signal = new AbortController().signal): HeldLock {
  return { wasClean: false, signal, assertHeld: () => {}, release: async () => {} };
}

/**
 * Resumes publishing. Returns whether publishing was paused.
 * @throws WaymarkError
 */
export async function resumeBucket(
  options: Pick<MirrorSiteOptions, 'state' | 'lock' | 'signal'>,
): Promise<boolean> {
  const { state, lock, signal } = options;
  if (!(await readBucketPause(state, { signal })).paused) return false;
  const held = lock ? await takeLock(state, lock) : alone(signal);
  try {
    const sending = { signal: held.signal, assertHeld: held.assertHeld };
    const before = await readBucketPause(state, sending);
    await writeBucketPause(state, null, before, { ...sending, isAlone: lock === undefined });
    return before.paused !== null;
  } finally {
    await held.release(held.wasClean);
  }
}

/** Plans publishing a site. Changes nothing, and takes no lock. */
export async function previewMirror(options: MirrorSiteOptions): Promise<Preview> {
  const { store, state, site, overwrite, signal, openSite } = options;
  const sending = { signal };
  const found = await readBucketManifest(state, sending);
  if (found && !overwrite) refuseOtherSite(state.name, found.manifest, { of: store.name, site });
  const { paused } = await readBucketPause(state, sending);
  const planner = await planSite(await openSite(), { ...options, sending, found });
  const survey = await planner.list(planner.known);
  const { uploads, deletions, withheld } = planner.plan(survey);
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
