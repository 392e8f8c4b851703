import { join } from 'node:path';
import { failureText } from './generations/failure.ts';
import { digestOfIndex, type FileIndex } from './generations/file-index.ts';
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
import { makeGeneration } from './staging/make-generation.ts';
import type { PublishCache } from './staging/publish-cache.ts';
import { dropStandby, type Standby, takeStandby } from './staging/standby.ts';
import type { SiteRequirements } from './staging/verify.ts';

// Takes a built site; gives a generation of it that is live.
// Copies, verifies the copy, writes down what it is, and only then flips.
// Never touches what is live before that, and nothing that was not put there by Waymark.

interface Published {
  kind: 'published';
  /** Its name, `<time>-<digest>`. */
  generation: string;
  files: number;
  /** The generation that a plain folder with other files at OUT_DIR became. */
  movedAside: string | undefined;
}

export type PublishOutcome =
  | Published
  /** What was built has the bytes of what is live. */
  | { kind: 'unchanged'; generation: string }
  /** After a rollback, until it is resumed. */
  | { kind: 'paused'; why: string }
  /** Verification failed; the old site stays. */
  | { kind: 'refused'; why: string };

/** After it, OUT_DIR is a symbolic link to the live generation. */
export interface PublishOptions {
  /** What is built; left as it is. */
  built: string;
  /** All that is in it. */
  index: FileIndex;
  /** The public folder, absolute. */
  outDir: string;
  /** What may remember what was shown before. */
  publishCache?: PublishCache | undefined;
  /**
   * For who prepares a spare after each publication (`staging/spare.ts`): the one that is ready, or
   * none. The oldest generation is left for the next.
   */
  standby?: { ready: Standby | undefined };
  requirements: SiteRequirements;
  /** Lets any number of pages through. */
  anyPageCount?: boolean;
  now: Date;
}

/**
 * Makes a generation of a built site and takes it live.
 * @throws WaymarkError when another process publishes there, when OUT_DIR holds something else, or
 *   when the generation cannot be written; the old site stays
 */
export async function publish(options: PublishOptions): Promise<PublishOutcome> {
  const paths = sitePathsOf(options.outDir);
  await inspectOutDir(paths);
  await inspectGenerations(paths);
  using _lock = lockSite(paths);
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
  { built, index, requirements, anyPageCount = false, publishCache, standby, now }: PublishOptions,
): Promise<PublishOutcome> {
  const { all, live, outDirState } = before;
  const shown = await publishCache?.load();
  const own = digestOfIndex(index);
  if (!standby) await dropStandby(paths);
  if (live?.manifest.digest === own) {
    // A run may have been killed after its flip.
    await removeOldest(paths, all, maxGenerations);
    return { kind: 'unchanged', generation: live.name };
  }
  const plain = outDirState.kind === 'folder' ? await asGeneration(paths, all, now) : undefined;
  const old = plain ?? live;
  const time = laterThan(old ? [...all, old] : all, now);
  const ready = standby?.ready && (await takeStandby(paths, standby.ready));
  const made = await makeGeneration(paths, {
    built,
    ready,
    index,
    digest: own,
    shown,
    requirements,
    anyPageCount,
    now,
    time,
    old: old?.manifest,
  });
  if (made.kind === 'refused') return made;
  // A second generation of the same files would make a rollback without effect.
  const kept = plain?.manifest.digest === own ? undefined : plain;
  try {
    if (kept) await writeManifest(paths.generations, kept.name, kept.manifest);
    await flip(paths, made.name, outDirState, plain && join(paths.generations, plain.name));
  } catch (error) {
    // It may be live by now, or nothing may be: what cannot be healed here is in the next run.
    await recoverSite(paths).catch(() => {});
    throw error;
  }
  if (plain && !kept) await removeGeneration(paths.generations, plain.name);
  // One more may stay, to become the spare: not more, should none ever be prepared.
  await removeOldest(
    paths,
    kept ? [...all, kept] : all,
    standby ? maxGenerations : maxGenerations - 1,
  );
  await publishCache?.save(made.shown);
  const { name: generation } = made;
  return { kind: 'published', generation, files: index.size, movedAside: kept?.name };
}

/** What a plain folder at OUT_DIR will be: the last generation before the new one. */
async function asGeneration(
  { outDir }: SitePaths,
  all: Generation[],
  now: Date,
): Promise<Generation> {
  await refuseForeignFiles(outDir);
  const manifest = await describeFolder(outDir);
  return { name: generationName(laterThan(all, now), manifest.digest), manifest };
}

/** Now, or a moment after the newest generation: clocks are set back, and the order must hold. */
function laterThan(generations: Generation[], now: Date): Date {
  const newest = generations.map(({ name }) => timeOf(name).getTime() + 1);
  return new Date(Math.max(now.getTime(), ...newest));
}
