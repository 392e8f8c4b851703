import { existsSync } from 'node:fs';
import { mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';
import { cacheFolder, codeFolder, isPackage, projectFolder } from '../../lib/files/places.ts';

/** Astro's working folder, absolute. Astro writes files there, which must not be in a project. */
export const astroRoot = isPackage ? cacheFolder('site') : projectFolder;

/**
 * Creates that folder, with a link so that compiled code finds Waymark's dependencies. They may be
 * beside the package or inside it, if the project has other versions.
 */
export async function makeAstroRoot(): Promise<void> {
  if (!isPackage) return;
  await mkdir(astroRoot, { recursive: true });
  const link = cacheFolder('node_modules');
  const target = dependenciesOf(join(codeFolder, '..'));
  const current = await readlink(link).catch(ifMissing);
  if (current === target) return;
  if (target === undefined) return rm(link, { force: true });
  // Replaced atomically, for concurrent readers.
  const next = `${link}.${process.pid}`;
  await symlink(target, next, 'junction');
  await rename(next, link);
}

/** A folder of dependencies outside the project's resolution paths; undefined if there is none. */
function dependenciesOf(packageFolder: string): string | undefined {
  const beside = dirname(packageFolder);
  // pnpm's layout.
  if (basename(beside) === 'node_modules' && !isAbove(dirname(beside), projectFolder))
    return beside;
  const own = join(packageFolder, 'node_modules');
  return existsSync(own) ? own : undefined;
}

function isAbove(folder: string, other: string): boolean {
  return !/^\.\.|^\//.test(relative(folder, other));
}
