import { renameSync, rmdirSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../lib/files/atomic-file.ts';
import type { OutDirState } from './out-dir.ts';
import { generationsName, type SitePaths } from './site-paths.ts';

/**
 * Makes a generation live by renaming a new link over the old one, so that readers see the old site
 * or the new one. A plain folder has to be moved away first, as no rename puts a link in its place:
 * once in a site's life, there is nothing for some microseconds. The two calls have nothing between
 * them, and the next run repairs an interruption.
 * @param aside where a plain folder is moved
 */
export async function flip(
  { outDir, parent, link }: SitePaths,
  name: string,
  outDirState: OutDirState,
  aside?: string,
): Promise<void> {
  await rm(link, { force: true });
  // Relative, so that the folders can be moved or mounted elsewhere.
  await symlink(join(generationsName, name), link);
  if (outDirState.kind === 'folder' && aside) renameSync(outDir, aside);
  if (outDirState.kind === 'empty folder') rmdirSync(outDir);
  renameSync(link, outDir);
  await syncFolder(parent);
}
