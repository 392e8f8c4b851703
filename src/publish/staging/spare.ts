import { statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileIndex, type IndexedFile, isAsKnown, statsIn } from '../generations/file-index.ts';
import {
  type Generations,
  mostKept,
  readGenerations,
  removeOldest,
} from '../generations/generations.ts';
import { manifestFile } from '../generations/manifest.ts';
import { lockSite, type SitePaths, sitePathsOf } from '../generations/site-paths.ts';
import { type CopySource, copySite } from './copy-site.ts';

// Takes what is live; gives a second folder with the same files, made while nobody waits: the next
// generation starts from it, and has to be given only what changed.
// It is the oldest generation that is not kept any more, brought up to date: neither are all files
// of a site linked anew for each publication, nor all of an old one removed.
// Never public, and never trusted by another process than the one that prepared it.

export interface Spare {
  /** Of the folder: one that somebody else put in its place is not this one. */
  ino: number;
  index: FileIndex;
}

/**
 * Undefined where something else is live.
 * @param outDir the public folder, absolute
 * @param shown what is live
 * @throws WaymarkError when another process publishes there, and whatever the system refuses
 */
export async function prepareSpare(outDir: string, shown: CopySource): Promise<Spare | undefined> {
  const paths = sitePathsOf(outDir);
  using _lock = lockSite(paths);
  const generations = await readGenerations(paths);
  const { all, live } = generations;
  const isLive = live && join(paths.generations, live.name) === shown.folder;
  const recycles = isLive && (await recycleOldest(paths, generations));
  await removeOldest(paths, recycles ? all.slice(1) : all, mostKept);
  if (!isLive) return undefined;
  const { index } = await copySite({
    built: shown.folder,
    index: shown.index,
    to: paths.spare,
    ready: await filesAt(paths.spare, shown.index),
    shown: undefined,
    durable: false,
  });
  return { ino: statSync(paths.spare).ino, index };
}

/** Puts a spare in the next generation's place. Gives what is in it; undefined where it is gone. */
export async function takeSpare(
  { spare, next }: SitePaths,
  { ino, index }: Spare,
): Promise<FileIndex | undefined> {
  if (statIfThere(spare)?.ino !== ino) return undefined;
  await rename(spare, next);
  return index;
}

/** Removes what a process left that is gone; one that is not can do without. */
export async function dropSpare({ spare }: SitePaths): Promise<void> {
  await rm(spare, { recursive: true, force: true });
}

/** Has the generation that is to go become the spare, where there is none. Whether it did. */
async function recycleOldest(paths: SitePaths, { all, live }: Generations): Promise<boolean> {
  const [oldest] = all;
  const isSurplus = oldest && all.length > mostKept && oldest.name !== live?.name;
  if (!isSurplus || statIfThere(paths.spare)) return false;
  // Without its manifest it is no generation.
  await rm(manifestFile(paths.generations, oldest.name));
  await rename(join(paths.generations, oldest.name), paths.spare);
  return true;
}

/** What lies in a folder: with its digest what is the same file as in public. */
async function filesAt(folder: string, shown: FileIndex): Promise<FileIndex> {
  const stats = statIfThere(folder) ? await statsIn(folder) : new Map<string, IndexedFile>();
  const files = new Map<string, IndexedFile>();
  for (const [path, { size, mtimeMs, ino }] of stats) {
    const known = shown.get(path);
    const isSame = known && isAsKnown({ size, mtimeMs, ino }, known);
    files.set(path, isSame ? known : { size, mtimeMs, ino, digest: '' });
  }
  return files;
}

function statIfThere(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}
