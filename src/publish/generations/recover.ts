import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flip } from './flip.ts';
import {
  type Generations,
  generationNames,
  readGenerations,
  removeGeneration,
} from './generations.ts';
import { describeFolder, isName, writeManifest } from './manifest.ts';
import type { SitePaths } from './site-paths.ts';

/**
 * Repairs a site after killed runs and manual changes. Removes partial generations and temporary
 * files, and restores a missing manifest of the live generation. If OUT_DIR is missing or a
 * dangling link, the newest generation becomes live.
 */
export async function recoverSite(paths: SitePaths): Promise<Generations> {
  const found = await readGenerations(paths);
  const { live, outDirState } = found;
  if (live || outDirState.kind === 'folder' || outDirState.kind === 'empty folder')
    return clearLeftovers(paths, found);
  const names = await generationNames(paths.generations);
  if (outDirState.kind === 'generation' && names.includes(outDirState.name)) {
    const folder = join(paths.generations, outDirState.name);
    await writeManifest(paths.generations, outDirState.name, await describeFolder(folder));
    return recoverSite(paths);
  }
  const left = await clearLeftovers(paths, found);
  const newest = left.all.at(-1);
  if (!newest) return left;
  await flip(paths, newest.name, outDirState);
  return readGenerations(paths);
}

/**
 * Removes the leftovers of killed runs: partial generations, and generations newer than the live
 * one. Returns the remaining generations.
 */
async function clearLeftovers(
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

/** Removes the unfinished generation and its link. */
export async function clearNext({ next, link }: SitePaths): Promise<void> {
  await rm(next, { recursive: true, force: true });
  await rm(link, { force: true });
}

/** Whether a file is a manifest without its generation, or a temporary file. */
function isLeftFile(file: string, kept: ReadonlySet<string>): boolean {
  const [name = '', end] = file.split('.');
  if (isName(name)) return end === 'json' && !(kept.has(name) && file === `${name}.json`);
  return /^\.state\.json\..*\.tmp$/.test(file);
}
