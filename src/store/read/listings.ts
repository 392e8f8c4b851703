import { join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import {
  type EntryKind,
  entryDefinitions,
  type ListingTypes,
} from '../../model/content/entry-kinds.ts';
import { parseFile, readNow } from '../content-file.ts';
import { entryPath } from '../layout.ts';
import { asListed, type KindsOf } from './listed-rows.ts';
import { entrySlugs } from './read-for-page.ts';

// Reads the rows of lists: entries without their long texts. A file that is unchanged since the
// last read is not read again.

/** Result of an earlier read: each entry's row and the stamp of its file, by path. */
export type ListingIndex<K extends EntryKind = EntryKind> = ReadonlyMap<string, ListedFile<K>>;

interface ListedFile<K extends EntryKind> {
  /** Size, times and inode of the file. The row is reused as long as the stamp is unchanged. */
  stamp: string;
  row: ListingTypes[K];
}

/**
 * Reads the rows of all entries of a kind. A missing folder counts as empty.
 * @param known the index from an earlier call by the same version of the code, with the same settings
 * @throws WaymarkError that names a damaged file
 */
export async function readListings<K extends EntryKind>(
  contentDir: string,
  kind: K,
  known: ListingIndex = new Map(),
  kindsOf: KindsOf = () => [],
): Promise<ListingIndex<K>> {
  const index = new Map<string, ListedFile<K>>();
  await forEachYielding(await entrySlugs(contentDir, kind), (slug) => {
    const path = entryPath(kind, slug);
    const before = known.get(path) as ListedFile<K> | undefined;
    const found = readNow(join(contentDir, path), before?.stamp);
    if (!found) return;
    const { stamp, text } = found;
    const row = text === undefined ? before?.row : parseRow(contentDir, path, kind, text, kindsOf);
    if (row) index.set(path, { stamp, row });
  });
  return index;
}

function parseRow<K extends EntryKind>(
  contentDir: string,
  path: string,
  kind: K,
  text: string,
  kindsOf: KindsOf,
): ListingTypes[K] {
  const entry = parseFile(contentDir, path, text, entryDefinitions[kind].schema);
  return entryDefinitions[kind].listing.parse(asListed(entry, digest(text), kindsOf));
}
