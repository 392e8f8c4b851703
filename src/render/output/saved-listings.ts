import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { ListingIndex } from '../../store/read/listings.ts';

// The listings that a build has read from the content. They are stored in the build cache, in a
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

const listings = 'listings.json';
