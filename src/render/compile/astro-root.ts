import { existsSync } from 'node:fs';
import { mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';
import { cacheFolder, codeFolder, isPackage, projectFolder } from '../../lib/files/places.ts';

/**
 * Absolute path of Astro's working folder. Astro writes files into it. If Waymark is installed as a
 * package, the folder is therefore in the cache, not in the project.
 */
export const astroRoot = isPackage ? cacheFolder('site') : projectFolder;

/**
 * Creates Astro's working folder. Adds a link through which compiled code finds Waymark's
 * dependencies. They are beside the package, or inside it if the project has other versions of
 * them.
 */
export async function makeAstroRoot(): Promise<void> {
  if (!isPackage) return;
  await mkdir(astroRoot, { recursive: true });
  const link = cacheFolder('node_modules');
  const target = dependenciesOf(join(codeFolder, '..'));
  const current = await readlink(link).catch(ifMissing);
  if (current === target) return;
  if (target === undefined) return rm(link, { force: true });
  // The link is replaced in one step, because other processes may be using it.
  const next = `${link}.${process.pid}`;
  await symlink(target, next, 'junction');
  await rename(next, link);
}

/**
 * The folder with Waymark's dependencies. Undefined if Node also finds them from the project
 * folder.
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
