import { join } from 'node:path';
import { digestOf } from '../../lib/digest.ts';
import { assetNames } from '../assets.ts';
import { readIfThere } from '../content-file.ts';
import { entryPath, tableFiles } from '../layout.ts';
import { readTable } from './read-tables.ts';

export async function releaseIds(contentDir: string): Promise<Set<string>> {
  const state = await readTable(contentDir, 'state');
  return new Set(Object.keys(state?.releases ?? {}));
}

/** Whether a release has a day (`released_on`). Reads files until one has. */
export async function hasDays(contentDir: string): Promise<boolean> {
  const state = await readTable(contentDir, 'state');
  for (const { slug } of Object.values(state?.releases ?? {})) {
    const text = await readIfThere(join(contentDir, entryPath('releases', slug)));
    if (text?.includes('"released_on":')) return true;
  }
  return false;
}

/**
 * A digest of 16 hex digits that changes whenever the content does. It is computed without reading
 * the entries, because the state file has a digest of each entry's input.
 */
export async function contentDigest(contentDir: string): Promise<string> {
  const paths = Object.values(tableFiles).map((path) => join(contentDir, path));
  const texts = await Promise.all(paths.map(readIfThere));
  const assets = await assetNames(contentDir);
  return digestOf([texts.map((text) => text ?? null), assets.toSorted()], 16);
}
