import { randomUUID } from 'node:crypto';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BucketTarget } from '../../config/bucket-target.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { ifMissing } from '../../lib/files/missing.ts';
import { command } from '../../lib/processes/command.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { WaymarkError } from '../../model/errors.ts';
import type {
  MirrorOutcome,
  MirrorRequest,
  Preview,
  PreviewRequest,
  RunBucketOptions,
} from '../../publish/bucket-publisher.ts';
import { digestOfIndex, indexFiles } from '../../publish/generations/file-index.ts';
import { readGenerations } from '../../publish/generations/generations.ts';
import { sitePathsOf } from '../../publish/generations/site-paths.ts';
import { pauseInWords, readPause } from '../../publish/generations/state.ts';
import { type MirroredSite, readersAddress } from './mirror/desired.ts';
import { readBucketManifest, refuseOtherSite } from './mirror/manifest.ts';
import { mirrorSite, previewMirror, resumeBucket } from './mirror/mirror-site.ts';
import { readBucketPause } from './mirror/pause.ts';
import { isHashed, type MirrorPlan } from './mirror/plan.ts';
import type { MirrorSiteOptions } from './mirror/plan-site.ts';
import { keepsConditions } from './mirror/probe.ts';
import { openS3Store } from './mirror/store/s3-store.ts';

type Callbacks = Waiting & Pick<RunBucketOptions, 'onProgress'>;

/**
 * Publishes the live generation (version of the site) to a bucket. After a rollback, also pauses
 * further publications.
 * @throws WaymarkError; readers then still see a complete site, and the next run continues the
 * upload
 */
export function mirrorLive(request: MirrorRequest, callbacks: Callbacks): Promise<MirrorOutcome> {
  const { outDir, changedUrls, siteUrl, basePath } = request;
  return withStores(request.bucket, async (stores) => {
    const paused = (await readPause(sitePathsOf(outDir))) ?? null;
    return mirrorSite({
      ...optionsOf(request, stores, callbacks),
      paused,
      openSite: () => liveSite(outDir),
      onPlan: async (plan) => {
        if (changedUrls) await addChangedUrls(changedUrls, plan, `${siteUrl}${basePath}`);
      },
    });
  });
}

/** Plans publishing a built site to a bucket. Changes nothing in the bucket. */
export function previewBuilt(request: PreviewRequest, callbacks: Callbacks): Promise<Preview> {
  const { built, entries } = request;
  return withStores(request.bucket, async (stores) =>
    previewMirror({
      ...optionsOf(request, stores, callbacks),
      paused: null,
      openSite: async () => {
        const index = await indexFiles(built);
        return { folder: built, index, digest: digestOfIndex(index), entries };
      },
    }),
  );
}

/**
 * Resumes publishing to a bucket. Returns whether publishing was paused.
 * @throws WaymarkError
 */
export function resumeMirror(bucket: BucketTarget, waiting: Waiting): Promise<boolean> {
  return withStores(bucket, async ({ state }) =>
    resumeBucket({ state, lock: lockOf(bucket, waiting), signal: waiting.signal }),
  );
}

/**
 * Checks that a bucket can be used, and whether its store supports conditional writes, which are
 * needed for several publishers. Writes a test object, and removes it.
 * @throws WaymarkError if the bucket cannot be read or written
 */
export function probeBucket(bucket: BucketTarget): Promise<{ keepsConditions: boolean }> {
  return withStores(bucket, async ({ store, state }) => {
    await store.head('index.html');
    return { keepsConditions: await keepsConditions(state, randomUUID()) };
  });
}

type BucketState =
  | { kind: 'none live' }
  /** The bucket has the live generation, or a later one from another publisher. */
  | { kind: 'current' }
  | { kind: 'paused'; why: string }
  /** The live generation has not been published to the bucket. */
  | { kind: 'behind'; generation: string; since: Date };

/** Compares a bucket with the live generation. Changes nothing. @throws WaymarkError */
export async function compareWithLive(request: MirrorRequest): Promise<BucketState> {
  const { bucket, outDir, siteUrl, basePath } = request;
  const { live } = await readGenerations(sitePathsOf(outDir));
  if (!live) return { kind: 'none live' };
  const { mtime: since } = await lstat(outDir);
  return withStores(bucket, async ({ store, state }) => {
    const found = await readBucketManifest(state, {});
    const site = `${siteUrl}${basePath}`;
    if (found) refuseOtherSite(state.name, found.manifest, { of: store.name, site });
    if (found?.manifest.digest === live.manifest.digest) return { kind: 'current' };
    const { paused } = await readBucketPause(state, {});
    if (paused) return { kind: 'paused', why: pauseInWords(paused) };
    if (found && found.modified > since) return { kind: 'current' };
    return { kind: 'behind', generation: live.name, since };
  });
}

type Stores = Pick<MirrorSiteOptions, 'store' | 'state'>;

async function withStores<T>(
  { site, state, endpoint, region }: BucketTarget,
  use: (stores: Stores) => Promise<T>,
): Promise<T> {
  using shown = await openS3Store({ ...site, endpoint, region }, systemClock);
  using kept = await openS3Store({ ...state, endpoint, region }, systemClock);
  // Awaited here, because both stores are disposed when this function returns.
  return await use({ store: shown, state: kept });
}

function optionsOf(
  { bucket, siteUrl, basePath, allowMassDelete = false, overwrite = false }: MirrorRequest,
  stores: Stores,
  { onProgress, ...waiting }: Callbacks,
): Omit<MirrorSiteOptions, 'openSite' | 'paused'> {
  return {
    ...stores,
    site: `${siteUrl}${basePath}`,
    basePath,
    indexKeys: bucket.indexKeys,
    lock: lockOf(bucket, waiting),
    random: randomUUID(),
    allowMassDelete,
    overwrite,
    signal: waiting.signal,
    ...(onProgress && { onProgress }),
  };
}

function lockOf({ lock }: BucketTarget, { onWait, signal }: Waiting): MirrorSiteOptions['lock'] {
  if (!lock) return undefined;
  const elapsed = () => performance.now();
  return { owner: randomUUID(), clock: systemClock, elapsed, onWait, signal };
}

/**
 * The live generation without the files that it only keeps from earlier generations, because the
 * bucket still has those.
 */
async function liveSite(outDir: string): Promise<MirroredSite> {
  const { live } = await readGenerations(sitePathsOf(outDir));
  if (!live)
    throw new WaymarkError(
      `Nothing is published in ${outDir}, so nothing was uploaded to the bucket. First run: ${command('build', '--publish')}`,
    );
  const { carried, digest, entries } = live.manifest;
  const folder = await realpath(outDir);
  if (basename(folder) !== live.name) return liveSite(outDir);
  const all = await indexFiles(folder);
  const index = new Map([...all].filter(([path]) => !(path in carried)));
  return { folder, index, digest, entries };
}

/**
 * Adds the addresses that will change to a file, so that caches can be purged. The file has one
 * address per line, removed pages first. Existing lines are kept.
 * @param root the site's address with its path
 */
async function addChangedUrls(file: string, plan: MirrorPlan, root: string): Promise<void> {
  // Also escapes single quotes, because shells and `xargs` interpret them.
  const encoded = (key: string) => encodeURI(readersAddress(key)).replaceAll("'", '%27');
  const urlsOf = (keys: readonly string[]) =>
    keys.filter((key) => !isHashed(key)).map((key) => `${root}${encoded(key)}`);
  const gone = urlsOf(plan.deletions.flat());
  const changed = urlsOf(plan.uploads.flat().map(({ key }) => key));
  const before = (await readFile(file, 'utf8').catch(ifMissing))?.split('\n') ?? [];
  const all = new Set([...gone, ...before, ...changed].filter(Boolean));
  await writeFileAtomically(file, [...all].map((url) => `${url}\n`).join(''));
}
