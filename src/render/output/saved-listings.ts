import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import type { RendererModule } from './run-tasks.ts';

// The listings that a build has read from the content. They are stored in the build cache, in a
// separate folder for each fingerprint of the code.

/**
 * Plans a site. Saves the listings before anything is rendered, so that a second process of the same
 * build reads only those, too.
 * @param folder contains the listings of the last build
 */
export async function planWithListings(folder: string, { plan }: RendererModule, now: Date) {
  const known = await loadListings(folder);
  const planned = await plan(known, now);
  const { index } = planned;
  const isKnown = [...index].every(([path, { row }]) => known.get(path)?.row === row);
  if (!isKnown || index.size !== known.size)
    await writeFileAtomically(join(folder, listings), JSON.stringify([...index]));
  return planned;
}

async function loadListings(folder: string): Promise<ListingIndex> {
  try {
    return new Map(JSON.parse(await readFile(join(folder, listings), 'utf8')));
  } catch {
    return new Map();
  }
}

const listings = 'listings.json';
