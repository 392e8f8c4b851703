import { lstat, readdir, readlink } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';
import { WaymarkError } from '../../model/errors.ts';
import { isOwnSite, ownFilesName } from './own-files.ts';
import { type SitePaths, sitePathsOf } from './site-paths.ts';

export type OutDirState =
  | { kind: 'nothing' }
  | { kind: 'empty folder' }
  /** A plain folder with a site. */
  | { kind: 'folder' }
  /** A symbolic link to a generation. The generation itself may be missing. */
  | { kind: 'generation'; name: string };

/**
 * Inspects OUT_DIR before it is replaced.
 * @throws WaymarkError if Waymark did not create OUT_DIR
 */
export async function inspectOutDir(paths: SitePaths): Promise<OutDirState> {
  const { outDir, parent, generations } = paths;
  const there = await lstat(outDir).catch(ifMissing);
  if (!there) return { kind: 'nothing' };
  if (there.isSymbolicLink()) {
    const target = resolve(parent, await readlink(outDir));
    if (dirname(target) === generations) return { kind: 'generation', name: basename(target) };
    throw new WaymarkError(
      `OUT_DIR=${outDir} is a symbolic link to ${target}, which is not a generation of this site. Set OUT_DIR to that folder itself, or remove the link.`,
    );
  }
  if (!there.isDirectory())
    throw new WaymarkError(`OUT_DIR=${outDir} is a file. Move it away, or choose another OUT_DIR.`);
  if ((await readdir(outDir)).length === 0) return { kind: 'empty folder' };
  if (await isOwnSite(outDir)) return { kind: 'folder' };
  throw new WaymarkError(
    `OUT_DIR=${outDir} has files, but no site that Waymark built (${ownFilesName} is missing), so it was left unchanged. Empty the folder, or choose another OUT_DIR.`,
  );
}

/**
 * Whether OUT_DIR is a link to a generation. If so, a build into OUT_DIR publishes a generation.
 */
export async function isPublished(outDir: string): Promise<boolean> {
  return (await inspectOutDir(sitePathsOf(outDir))).kind === 'generation';
}
