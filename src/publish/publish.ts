import { join } from 'node:path';
import { digest } from '../lib/digest.ts';
import { failureText } from './generations/failure.ts';
import { digestOfIndex, indexFiles } from './generations/file-index.ts';
import { flip } from './generations/flip.ts';
import {
  type Generation,
  type Generations,
  inspectGenerations,
  removeGeneration,
} from './generations/generations.ts';
import { clearNext } from './generations/leftovers.ts';
import { describeFolder, generationName, timeOf, writeManifest } from './generations/manifest.ts';
import { inspectOutDir } from './generations/out-dir.ts';
import { refuseForeignFiles } from './generations/own-files.ts';
import { recoverSite } from './generations/recover.ts';
import { lockSite, type SitePaths, sitePathsOf } from './generations/site-paths.ts';
import { pauseInWords, readPause, writePause } from './generations/state.ts';
import { makeGeneration } from './staging/make-generation.ts';
import { loadPublishCache, savePublishCache } from './staging/publish-cache.ts';
import { removeFolder, type StagedCopy, type StageOptions, stageCopy } from './staging/stage.ts';
import type { SiteRequirements } from './staging/verify.ts';

// Takes a built site; gives a generation of it that is live.
// Copies, verifies the copy, writes down what it is, and only then flips.
// Never touches what is live before that, and nothing that was not put there by Waymark.

interface Published {
  kind: 'published';
  /** Its name, `<time>-<digest>`. */
  generation: string;
  files: number;
  /** The generation that a plain folder at OUT_DIR became. */
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
export interface PublishOptions extends StageOptions {
  requirements: SiteRequirements;
  /** Lets any number of pages through. */
  anyPageCount?: boolean;
  /** A copy of it that was begun while it was built. */
  staged?: StagedCopy | undefined;
  now: Date;
}

/** How many generations are kept, the live one among them. */
const kept = 5;

/**
 * Copies and checks what is built so far: of a site that changed a little, nearly all of it. What
 * is live may change meanwhile.
 * @throws WaymarkError when OUT_DIR holds something else
 */
export async function stagePublication(options: StageOptions): Promise<StagedCopy> {
  const paths = sitePathsOf(options.outDir);
  await inspectOutDir(paths);
  await inspectGenerations(paths);
  return stageCopy(options, stagedFolder(paths, options));
}

/** One name for each folder that is built into, by one builder at a time. */
function stagedFolder({ generations }: SitePaths, { built }: StageOptions): string {
  return join(generations, `.begun-${digest(built, 12)}`);
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
    // Left by a run that was killed, where this one began nothing.
    removeFolder(stagedFolder(paths, options));
  }
}

async function goLive(
  paths: SitePaths,
  before: Generations,
  { built, requirements, anyPageCount = false, publishCache, staged, now }: PublishOptions,
): Promise<PublishOutcome> {
  const { all, live, outDirState } = before;
  const { built: known, shown } = staged?.known ?? (await loadPublishCache(publishCache));
  const index = await indexFiles(built, staged?.index ?? known);
  const own = digestOfIndex(index);
  if (live?.manifest.digest === own) {
    // A run may have been killed after its flip.
    await removeOldest(paths, all, kept);
    return { kind: 'unchanged', generation: live.name };
  }
  const plain = outDirState.kind === 'folder' ? await asGeneration(paths, all, now) : undefined;
  const old = plain ?? live;
  const time = laterThan(old ? [...all, old] : all, now);
  const made = await makeGeneration(paths, {
    built,
    index,
    digest: own,
    shown,
    staged,
    requirements,
    anyPageCount,
    now,
    time,
    old: old?.manifest,
  });
  if (made.kind === 'refused') return made;
  try {
    if (plain) await writeManifest(paths.generations, plain.name, plain.manifest);
    await flip(paths, made.name, outDirState, plain && join(paths.generations, plain.name));
  } catch (error) {
    // It may be live by now, or nothing may be: what cannot be healed here is in the next run.
    await recoverSite(paths).catch(() => {});
    throw error;
  }
  await removeOldest(paths, plain ? [...all, plain] : all, kept - 1);
  await savePublishCache(publishCache, { built: index, shown: made.shown });
  const { name: generation } = made;
  return { kind: 'published', generation, files: index.size, movedAside: plain?.name };
}

/** @param all oldest first @param left how many of them stay */
async function removeOldest(paths: SitePaths, all: Generation[], left: number): Promise<void> {
  for (const { name } of all.slice(0, Math.max(0, all.length - left)))
    await removeGeneration(paths.generations, name);
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
