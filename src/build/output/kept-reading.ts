import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { KeptText } from '../../site/search/write/kept-years.ts';
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

/** The words of the search's closed years: one file, as large as what a site publishes of them. */
export function keptWordsIn(folder: string): KeptText {
  const file = join(folder, 'words.json');
  return {
    read: () => readFile(file, 'utf8').catch(() => undefined),
    write: (text) => writeFileAtomically(file, text),
  };
}

const listings = 'listings.json';
