import { renameSync, rmdirSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../lib/files/atomic-file.ts';
import type { OutDirState } from './out-dir.ts';
import { generationsName, type SitePaths } from './site-paths.ts';

/**
 * Makes a generation live by renaming a new link over the old one, so that readers always see
 * either the old or the new site. A rename cannot replace a plain folder with a link, so a plain
 * folder is first moved away, and for some microseconds there is no site. If the process is killed
 * between the two renames, the next run repairs the site.
 * @param aside path to which a plain folder at OUT_DIR is moved
 */
export async function flip(
  { outDir, parent, link }: SitePaths,
  name: string,
  outDirState: OutDirState,
  aside?: string,
): Promise<void> {
  await rm(link, { force: true });
  // The link is relative, so that the folders can be moved or mounted elsewhere.
  await symlink(join(generationsName, name), link);
  if (outDirState.kind === 'folder' && aside) renameSync(outDir, aside);
  if (outDirState.kind === 'empty folder') rmdirSync(outDir);
  renameSync(link, outDir);
  await syncFolder(parent);
}
