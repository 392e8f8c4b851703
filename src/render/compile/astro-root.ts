import { existsSync } from 'node:fs';
import { mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';
import { cacheFolder, codeFolder, isPackage, projectFolder } from '../../lib/files/places.ts';

/**
 * Absolute path of Astro's working folder. Astro writes files into it, so it is not in a project
 * that uses the package.
 */
export const astroRoot = isPackage ? cacheFolder('site') : projectFolder;

/**
 * Creates Astro's working folder. Adds a link through which compiled code finds Waymark's
 * dependencies: they may be beside the package, or inside it if the project has other versions.
 */
export async function makeAstroRoot(): Promise<void> {
  if (!isPackage) return;
  await mkdir(astroRoot, { recursive: true });
  const link = cacheFolder('node_modules');
  const target = dependenciesOf(join(codeFolder, '..'));
  const current = await readlink(link).catch(ifMissing);
  if (current === target) return;
  if (target === undefined) return rm(link, { force: true });
  // The link is replaced in one step, as other processes may be reading it.
  const next = `${link}.${process.pid}`;
  await symlink(target, next, 'junction');
  await rename(next, link);
}

/**
 * The folder with Waymark's dependencies, if the project does not find them by itself; otherwise
 * undefined.
 */
function dependenciesOf(packageFolder: string): string | undefined {
  const beside = dirname(packageFolder);
  // With pnpm, the dependencies are beside the package.
  if (basename(beside) === 'node_modules' && !isAbove(dirname(beside), projectFolder))
    return beside;
  const own = join(packageFolder, 'node_modules');
  return existsSync(own) ? own : undefined;
}

function isAbove(folder: string, other: string): boolean {
  return !/^\.\.|^\//.test(relative(folder, other));
}
