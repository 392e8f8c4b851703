import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cache } from '../../features/feature.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { namesIn } from '../../lib/files/missing.ts';
import type { ListingIndex } from '../../store/read/listings.ts';

// What the build before read of the content, in a folder beside its output; of the same code, which
// gives the folder its name.

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
 * What features keep: a file each. What is written counts once it is confirmed: a sync may write
 * while the content is read, and then the text is not that of its key.
 */
export function cachesIn(folder: string): (name: string) => Cache {
  return (name) => ({
    read: () => readFile(join(folder, `${name}${confirmed}`), 'utf8').catch(() => undefined),
    write: (text) => writeFileAtomically(join(folder, `${name}${unconfirmed}`), text),
  });
}

/** To be called before anything is rendered: what a build left that was killed is of no use. */
export async function dropUnconfirmed(folder: string): Promise<void> {
  for (const file of await unconfirmedIn(folder)) await rm(file, { force: true });
}

/** To be called when the content is what it was when it was planned. */
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
