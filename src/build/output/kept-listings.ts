import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { ListingIndex } from '../../store/read/listings.ts';

/** What the build before read of the content; of the same code, as it lies beside its output. */
export async function loadListings(file: string): Promise<ListingIndex> {
  try {
    return new Map(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return new Map();
  }
}

export function saveListings(file: string, index: ListingIndex): Promise<void> {
  return writeFileAtomically(file, JSON.stringify([...index]));
}
