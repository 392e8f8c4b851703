import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptText } from '../../features/search/write/kept-years.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
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
 * The words of the search's closed years: one file, as large as what a site publishes of them. What
 * is written counts once it is confirmed: a sync may write while the words are read, and then they
 * are not those of their key.
 */
export function keptWordsIn(folder: string): KeptText {
  return {
    read: () => readFile(join(folder, words), 'utf8').catch(() => undefined),
    write: (text) => writeFileAtomically(join(folder, unconfirmed), text),
  };
}

/** To be called before anything is rendered: what a build left that was killed is of no use. */
export async function dropUnconfirmedWords(folder: string): Promise<void> {
  await rm(join(folder, unconfirmed), { force: true });
}

/** To be called when the content is what it was when it was planned. */
export async function confirmWords(folder: string): Promise<void> {
  if (existsSync(join(folder, unconfirmed)))
    await rename(join(folder, unconfirmed), join(folder, words));
}

const listings = 'listings.json';
const words = 'words.json';
const unconfirmed = 'words-unconfirmed.json';
