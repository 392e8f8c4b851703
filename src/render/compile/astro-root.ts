import { existsSync } from 'node:fs';
import { mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';
import { cacheFolder, codeFolder, isPackage, projectFolder } from '../../lib/files/places.ts';

/** The folder that Astro works in, absolute. It leaves files of its own there, which are none of a project's. */
export const astroRoot = isPackage ? cacheFolder('site') : projectFolder;

/**
 * Makes that folder, and sees to it that what is compiled finds Waymark's dependencies as Waymark
 * does: in a package they may lie beside it, or in a folder of its own, where the project has others
 * of the same name.
 */
export async function makeAstroRoot(): Promise<void> {
  if (!isPackage) return;
  await mkdir(astroRoot, { recursive: true });
  const link = cacheFolder('node_modules');
  const wanted = dependenciesOf(join(codeFolder, '..'));
  const current = await readlink(link).catch(ifMissing);
  if (current === wanted) return;
  if (wanted === undefined) return rm(link, { force: true });
  // Whoever looks meanwhile finds the old one or the new one.
  const next = `${link}.${process.pid}`;
  await symlink(wanted, next, 'junction');
  await rename(next, link);
}

/** The folder that the project itself does not look in; undefined where there is none. */
function dependenciesOf(packageFolder: string): string | undefined {
  const beside = dirname(packageFolder);
  // As pnpm has it.
  if (basename(beside) === 'node_modules' && !isAbove(dirname(beside), projectFolder))
    return beside;
  const own = join(packageFolder, 'node_modules');
  return existsSync(own) ? own : undefined;
}

function isAbove(folder: string, other: string): boolean {
  return !/^\.\.|^\//.test(relative(folder, other));
}
