import { statSync } from 'node:fs';
import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import type { FileIndex } from '../generations/file-index.ts';
import {
  type Generation,
  maxGenerations,
  readGenerations,
  removeOldest,
} from '../generations/generations.ts';
import { manifestFile } from '../generations/manifest.ts';
import { lockSite, type SitePaths, sitePathsOf } from '../generations/site-paths.ts';
import { type CopySource, copySite, readyFiles } from './copy-site.ts';

// Takes what is live; gives a second folder with the same files, made while nobody waits: the next
// generation starts from it, and has to be given only what changed.
// It is the oldest generation that is not kept any more, brought up to date: neither are all files
// of a site linked anew for each publication, nor all of an old one removed.
// Never public, and never trusted by another process than the one that prepared it.

export interface Standby {
  /** Of the folder: one that somebody else put in its place, or made ready, is not this one. */
  stamp: string;
  index: FileIndex;
}

/**
 * Undefined where something else is live.
 * @param outDir the public folder, absolute
 * @param shown what is live
 * @throws WaymarkError when another process publishes there, and whatever the system refuses
 */
export async function prepareStandby(
  outDir: string,
  shown: CopySource,
): Promise<Standby | undefined> {
  const paths = sitePathsOf(outDir);
  using _lock = lockSite(paths);
  const { all, live } = await readGenerations(paths);
  if (!live || join(paths.generations, live.name) !== shown.folder) return undefined;
  // After a rollback, the oldest of all may be live.
  const older = all.filter(({ name }) => name < live.name);
  const recycles = await recycleOldest(paths, older);
  await removeOldest(paths, recycles ? older.slice(1) : older, maxGenerations - 1);
  const { index } = await copySite({
    built: shown.folder,
    index: shown.index,
    to: paths.standby,
    ready: statIfThere(paths.standby) && (await readyFiles(paths.standby, shown.index)),
    shown,
    // What cannot be linked: the publication that takes it waits for what is new in it alone.
    durable: true,
  });
  const now = new Date();
  await utimes(paths.standby, now, now);
  return { stamp: await fileStamp([paths.standby]), index };
}

/** Puts a spare in the next generation's place. Gives what is in it; undefined where it is gone. */
export async function takeStandby(
  { standby, next }: SitePaths,
  { stamp, index }: Standby,
): Promise<FileIndex | undefined> {
  if ((await fileStamp([standby])) !== stamp) return undefined;
  await rename(standby, next);
  return index;
}

/** Removes what a process left that is gone; one that is not can do without. */
export async function dropStandby({ standby }: SitePaths): Promise<void> {
  await rm(standby, { recursive: true, force: true });
}

/** Has the generation that is to go become the spare, where there is none. Whether it did. */
async function recycleOldest(paths: SitePaths, older: readonly Generation[]): Promise<boolean> {
  const [oldest] = older;
  if (!oldest || older.length < maxGenerations || statIfThere(paths.standby)) return false;
  // Without its manifest it is no generation.
  await rm(manifestFile(paths.generations, oldest.name));
  await rename(join(paths.generations, oldest.name), paths.standby);
  return true;
}

function statIfThere(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}
