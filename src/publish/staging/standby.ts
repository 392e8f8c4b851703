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

// Prepares a standby while idle: a second folder with the live files, to which the next generation
// only adds its changes. The oldest generation's folder is reused, which saves linking and removing
// all files. A standby is never public, and only the process that made it uses it.

export type Standby = NonNullable<Awaited<ReturnType<typeof prepareStandby>>>;

/**
 * Prepares a standby. Returns undefined if `shown` is no longer live.
 * @param outDir the public folder, absolute
 * @param shown the live site
 * @throws WaymarkError if another process publishes; system errors
 */
export async function prepareStandby(outDir: string, shown: CopySource) {
  const paths = sitePathsOf(outDir);
  using _lock = await lockSite(paths);
  const { all, live } = await readGenerations(paths);
  if (!live || join(paths.generations, live.name) !== shown.folder) return undefined;
  // Only older generations are reused or removed. After a rollback, the oldest one may be live.
  const older = all.filter(({ name }) => name < live.name);
  const recycles = await recycleOldest(paths, older);
  await removeOldest(paths, recycles ? older.slice(1) : older, maxGenerations - 1);
  const { index } = await copySite({
    built: shown.folder,
    index: shown.index,
    to: paths.standby,
    ready: statIfThere(paths.standby) && (await readyFiles(paths.standby, shown.index)),
    shown,
    // Files that are flushed to disk here need no flush during the next publication.
    durable: true,
  });
  const now = new Date();
  await utimes(paths.standby, now, now);
  /**
   * Stamp of the folder (`file-stamp.ts`). A different stamp means that the folder was replaced or
   * changed.
   */
  const stamp = await fileStamp([paths.standby]);
  return { stamp, index };
}

/**
 * Turns a standby into the folder of the next generation. Returns the index of its files; undefined
 * if the standby is gone.
 */
export async function takeStandby(
  { standby, next }: SitePaths,
  { stamp, index }: Standby,
): Promise<FileIndex | undefined> {
  if ((await fileStamp([standby])) !== stamp) return undefined;
  await rename(standby, next);
  return index;
}

/**
 * Removes the standby, even if another process made it. If that process still runs, it then
 * publishes without a standby.
 */
export async function dropStandby({ standby }: SitePaths): Promise<void> {
  await rm(standby, { recursive: true, force: true });
}

/**
 * Turns the oldest generation's folder into the standby, unless a standby exists or no generation
 * can be spared. Returns whether it did so.
 */
async function recycleOldest(paths: SitePaths, older: readonly Generation[]): Promise<boolean> {
  const [oldest] = older;
  if (!oldest || older.length < maxGenerations || statIfThere(paths.standby)) return false;
  // Without its manifest, the folder no longer counts as a generation.
  await rm(manifestFile(paths.generations, oldest.name));
  await rename(join(paths.generations, oldest.name), paths.standby);
  return true;
}

function statIfThere(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}
