import { renameSync, rmdirSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../lib/files/atomic-file.ts';
import type { OutDirState } from './out-dir.ts';
import { generationsName, type SitePaths } from './site-paths.ts';

/**
 * Makes a generation live: a new link is renamed over the old one, so that readers see the old
 * site or the new one and never anything else.
 *
 * A plain folder has to go first, since no rename puts a link in a folder's place: for some
 * microseconds, once in a site's life, there is nothing. Two calls with nothing between them keep
 * that as short as it can be; killed there, the next run puts the link in its place.
 * @param aside where a plain folder is moved to
 */
export async function flip(
  { outDir, parent, link }: SitePaths,
  name: string,
  outDirState: OutDirState,
  aside?: string,
): Promise<void> {
  await rm(link, { force: true });
  // Relative, so that the folder of both may be moved, or mounted somewhere else.
  await symlink(join(generationsName, name), link);
  if (outDirState.kind === 'folder' && aside) renameSync(outDir, aside);
  if (outDirState.kind === 'empty folder') rmdirSync(outDir);
  renameSync(link, outDir);
  await syncFolder(parent);
}
