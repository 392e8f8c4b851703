import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Generations, generationNames, removeGeneration } from './generations.ts';
import { isName } from './manifest.ts';
import type { SitePaths } from './site-paths.ts';

/**
 * Removes what earlier runs left behind, killed at whatever moment: a half-written generation, one
 * half removed, and those after the live one, which never went live or were gone back from. Gives
 * what is left.
 */
export async function clearLeftovers(
  paths: SitePaths,
  { all, live, outDirState }: Generations,
): Promise<Generations> {
  await clearNext(paths);
  const left = live ? all.filter(({ name }) => name <= live.name) : all;
  const kept = new Set(left.map(({ name }) => name));
  for (const name of await generationNames(paths.generations))
    if (!kept.has(name)) await removeGeneration(paths.generations, name);
  for (const file of await readdir(paths.generations))
    if (isLeftFile(file, kept)) await rm(join(paths.generations, file), { force: true });
  return { all: left, live, outDirState };
}

/** Removes what is being written at the moment. */
export async function clearNext({ next, link }: SitePaths): Promise<void> {
  await rm(next, { recursive: true, force: true });
  await rm(link, { force: true });
}

/** A manifest without its generation, or a file that was to be renamed over another one. */
function isLeftFile(file: string, kept: ReadonlySet<string>): boolean {
  const [name = '', end] = file.split('.');
  if (isName(name)) return end === 'json' && !(kept.has(name) && file === `${name}.json`);
  return /^\.state\.json\..*\.tmp$/.test(file);
}
