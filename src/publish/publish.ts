import { join } from 'node:path';
import { failureText } from './generations/failure.ts';
import { digestOfIndex } from './generations/file-index.ts';
import { flip } from './generations/flip.ts';
import {
  type Generation,
  type Generations,
  inspectGenerations,
  maxGenerations,
  removeGeneration,
  removeOldest,
} from './generations/generations.ts';
import { describeFolder, generationName, timeOf, writeManifest } from './generations/manifest.ts';
import { inspectOutDir } from './generations/out-dir.ts';
import { refuseForeignFiles } from './generations/own-files.ts';
import { clearNext, recoverSite } from './generations/recover.ts';
import { lockSite, type SitePaths, sitePathsOf } from './generations/site-paths.ts';
import { pauseInWords, readPause, writePause } from './generations/state.ts';
import { type MakeOptions, makeGeneration } from './staging/make-generation.ts';
import type { PublishCache } from './staging/publish-cache.ts';
import { dropStandby, type Standby, takeStandby } from './staging/standby.ts';

// Publishes a built site as a generation: copies the site, verifies the copy, writes the manifest,
// and only then makes the copy live. Until then, the live site stays as it is. Files that Waymark
// did not write are never changed.

export type PublishOutcome =
  | {
      kind: 'published';
      /** Name of the generation, `<time>-<digest>`. */
      generation: string;
      files: number;
      /**
       * If OUT_DIR was a plain folder with an older site, the name of the generation that this
       * folder became.
       */
      movedAside: string | undefined;
    }
  /** The built site is equal to the live one. */
  | { kind: 'unchanged'; generation: string }
  /** A rollback paused publishing. */
  | { kind: 'paused'; why: string }
  /** The verification failed, and the old site stays live. */
  | { kind: 'refused'; why: string };

/** After publishing, OUT_DIR is a symbolic link to the live generation. */
export interface PublishOptions
  extends Pick<MakeOptions, 'built' | 'index' | 'requirements' | 'anyPageCount' | 'now'> {
  /** The public folder, absolute. */
  outDir: string;
  /** Cache with the file index of the site that is live now. */
  publishCache?: PublishCache | undefined;
  /**
   * Set by callers that prepare a standby after each publication. A standby is a folder for the
   * next generation (`staging/standby.ts`); `ready` is the current one, if there is one. One more
   * generation is then kept, because the next standby reuses the oldest generation's folder.
   */
  standby?: { ready: Standby | undefined };
}

/**
 * Publishes a site.
 * @throws WaymarkError if another process publishes, if OUT_DIR is not a site that Waymark built,
 * or if the generation cannot be written; the old site then stays live
 */
export async function publish(options: PublishOptions): Promise<PublishOutcome> {
  const paths = sitePathsOf(options.outDir);
  await inspectOutDir(paths);
  await inspectGenerations(paths);
  using _lock = await lockSite(paths);
  try {
    const paused = await readPause(paths);
    if (paused) return { kind: 'paused', why: pauseInWords(paused) };
    const before = await recoverSite(paths);
    if (paused === undefined) await writePause(paths, null);
    return await goLive(paths, before, options);
  } catch (error) {
    throw failureText(paths.outDir, error);
  } finally {
    await clearNext(paths);
  }
}

async function goLive(
  paths: SitePaths,
  before: Generations,
  options: PublishOptions,
): Promise<PublishOutcome> {
  const { index, publishCache, standby, now } = options;
  const { all, live, outDirState } = before;
  const shown = await publishCache?.load();
  const own = digestOfIndex(index);
  if (!standby) await dropStandby(paths);
  if (live?.manifest.digest === own) {
    // If a run was killed after it had made its generation live, it did not remove old generations.
    await removeOldest(paths, all, maxGenerations);
    return { kind: 'unchanged', generation: live.name };
  }
  const plain = outDirState.kind === 'folder' ? await asGeneration(paths, all, now) : undefined;
  const old = plain ?? live;
  const time = laterThan(old ? [...all, old] : all, now);
  const ready = standby?.ready && (await takeStandby(paths, standby.ready));
  const made = await makeGeneration(paths, {
    ...options,
    ready,
    digest: own,
    shown,
    time,
    old: old?.manifest,
  });
  if (made.kind === 'refused') return made;
  // The plain folder is only kept as a generation if its files differ from those of the new site. A
  // rollback to identical files would be pointless.
  const kept = plain?.manifest.digest === own ? undefined : plain;
  try {
    if (kept) await writeManifest(paths.generations, kept.name, kept.manifest);
    await flip(paths, made.name, outDirState, plain && join(paths.generations, plain.name));
  } catch (error) {
    // The link may point to the new generation or be missing. If this repair fails, the next run
    // repairs it.
    await recoverSite(paths).catch(() => {});
    throw error;
  }
  if (plain && !kept) await removeGeneration(paths.generations, plain.name);
  // With standbys, one more generation is kept, because the next standby reuses its folder.
  await removeOldest(
    paths,
    kept ? [...all, kept] : all,
    standby ? maxGenerations : maxGenerations - 1,
  );
  await publishCache?.save(made.shown);
  const { name: generation } = made;
  return { kind: 'published', generation, files: index.size, movedAside: kept?.name };
}

/**
 * Creates a name and a manifest for a plain folder at OUT_DIR, which becomes the previous
 * generation.
 */
async function asGeneration(
  { outDir }: SitePaths,
  all: Generation[],
  now: Date,
): Promise<Generation> {
  await refuseForeignFiles(outDir);
  const manifest = await describeFolder(outDir);
  return { name: generationName(laterThan(all, now), manifest.digest), manifest };
}

/**
 * The current time, or a later one if the clock was set back: always later than the newest
 * generation.
 */
function laterThan(generations: Generation[], now: Date): Date {
  const newest = generations.map(({ name }) => timeOf(name).getTime() + 1);
  return new Date(Math.max(now.getTime(), ...newest));
}
