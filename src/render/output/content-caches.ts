import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cache } from '../../features/feature.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { namesIn } from '../../lib/files/missing.ts';
import type { ListingIndex } from '../../store/read/listings.ts';

// Caches of data that builds derive from the content. They are stored in the build cache, in a
// separate folder for each fingerprint of the code.

export async function loadListings(folder: string): Promise<ListingIndex> {
  try {
    return new Map(JSON.parse(await readFile(join(folder, listings), 'utf8')));
  } catch {
    return new Map();
  }
}

export function saveListings(folder: string, index: ListingIndex): Promise<void> {
  return writeFileAtomically(join(folder, listings), JSON.stringify([...index]));
}

/**
 * Caches of features, with one file each. A written text is only used after `confirmCaches`,
 * because it may be wrong if a sync changed the content during the build.
 */
export function cachesIn(folder: string): (name: string) => Cache {
  return (name) => ({
    read: () => readFile(join(folder, `${name}${confirmed}`), 'utf8').catch(() => undefined),
    write: (text) => writeFileAtomically(join(folder, `${name}${unconfirmed}`), text),
  });
}

/** Removes unconfirmed texts, which a killed build has left. Call this before rendering. */
export async function dropUnconfirmed(folder: string): Promise<void> {
  for (const file of await unconfirmedIn(folder)) await rm(file, { force: true });
}

/** Confirms the written texts. Call this only if the content has not changed since planning. */
export async function confirmCaches(folder: string): Promise<void> {
  for (const file of await unconfirmedIn(folder))
    await rename(file, file.slice(0, -unconfirmed.length) + confirmed);
}

async function unconfirmedIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return names.filter((name) => name.endsWith(unconfirmed)).map((name) => join(folder, name));
}

const listings = 'listings.json';
const confirmed = '.cache.json';
const unconfirmed = '.unconfirmed.json';
