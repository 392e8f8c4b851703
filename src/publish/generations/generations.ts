import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { namesIn } from '../../lib/files/missing.ts';
import { SettingsError } from '../../model/errors.ts';
import { isName, type Manifest, manifestFile, readManifest } from './manifest.ts';
import { inspectOutDir } from './out-dir.ts';
import { type SitePaths, stateName } from './site-paths.ts';

export interface Generation {
  name: string;
  manifest: Manifest;
}

export type Generations = Awaited<ReturnType<typeof readGenerations>>;

/**
 * Reads the complete generations (published versions of the site), oldest first. Each has a folder
 * and a manifest.
 * @throws WaymarkError if Waymark did not create OUT_DIR
 */
export async function readGenerations(paths: SitePaths) {
  const outDirState = await inspectOutDir(paths);
  const all: Generation[] = [];
  for (const name of await generationNames(paths.generations)) {
    const manifest = await readManifest(paths.generations, name);
    if (manifest) all.push({ name, manifest });
  }
  const liveName = outDirState.kind === 'generation' ? outDirState.name : undefined;
  return { all, live: all.find(({ name }) => name === liveName), outDirState };
}

/** Names of all folders that may be generations, oldest first. */
export async function generationNames(generations: string): Promise<string[]> {
  return (await namesIn(generations)).filter(isName).sort();
}

/**
 * Checks the folder of generations before anything is written.
 * @throws SettingsError if the folder holds files that Waymark did not write, because a cleanup
 * might remove them
 */
export async function inspectGenerations(paths: SitePaths): Promise<void> {
  const { outDir, parent, generations } = paths;
  const found = await namesIn(generations);
  const isOurs = found.includes(stateName) || found.every((name) => ownNames.test(name));
  if (isOurs) return;
  throw new SettingsError(
    `${generations} has files that are not generations of a site, so it was left unchanged. Generations are kept beside OUT_DIR: choose an OUT_DIR in a folder of its own, such as ${join(parent, basename(outDir), 'dist')}.`,
  );
}

const ownNames = /^(?:\d{8}T\d{9}Z-|\.(?:lock|state\.json|begun-|next$|spare$))/;

/** Number of generations that are kept, including the live one. */
export const maxGenerations = 5;

/**
 * Removes the oldest generations and keeps the newest ones.
 * @param all generations, oldest first
 * @param remaining number of generations to keep
 */
export async function removeOldest(
  { generations }: SitePaths,
  all: readonly Generation[],
  remaining: number,
): Promise<void> {
  for (const { name } of all.slice(0, Math.max(0, all.length - remaining)))
    await removeGeneration(generations, name);
}

/**
 * The manifest is removed first: without a manifest, a partly removed folder does not count as a
 * generation.
 */
export async function removeGeneration(generations: string, name: string): Promise<void> {
  await rm(manifestFile(generations, name), { force: true });
  await rm(join(generations, name), { recursive: true, force: true });
}
