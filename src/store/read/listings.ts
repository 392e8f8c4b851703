import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { LabelEntry, ProjectEntry } from '../../model/content/content.ts';
import {
  byKindAsync,
  type EntryKind,
  entryDefinitions,
  type ListingTypes,
} from '../../model/content/entry-kinds.ts';
import { fileNamesIn, parseFile, readNow, readParsed } from '../content-file.ts';
import { entryPath, tableFiles } from '../layout.ts';
import { asListed } from './listed-rows.ts';

// Reads the rows of lists: entries without their long texts. A file that is unchanged since the
// last read is not read again.

/** The rows of all lists in a content folder. */
export interface Listings extends Rows {
  projects: ProjectEntry[];
  labels: LabelEntry[];
}

type Rows = { [K in EntryKind]: ListingTypes[K][] };

/** Result of an earlier read: each entry's row and the stamp of its file, by path. */
export type ListingIndex = ReadonlyMap<string, ListedFile>;

interface ListedFile {
  /** Size, times and inode of the file. The row is reused as long as the stamp is unchanged. */
  stamp: string;
  row: ListingTypes[EntryKind];
}

/**
 * Reads the rows of a content folder. A missing folder counts as empty.
 * @param known the index from an earlier call by the same version of the code
 * @throws WaymarkError that names a damaged file
 */
export async function readListings(
  contentDir: string,
  known: ListingIndex = new Map(),
): Promise<{ listings: Listings; index: ListingIndex }> {
  const index = new Map<string, ListedFile>();
  const readRows = async <K extends EntryKind>(kind: K) => {
    const rows: ListingTypes[K][] = [];
    await forEachYielding(await fileNamesIn(join(contentDir, kind)), (name) => {
      if (!name.endsWith('.json')) return;
      const path = entryPath(kind, name.slice(0, -'.json'.length));
      const found = statSync(join(contentDir, path), { throwIfNoEntry: false });
      const stamp = found ? `${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}` : '';
      const before = known.get(path);
      const row =
        before && before.stamp === stamp
          ? (before.row as ListingTypes[K])
          : readRow(contentDir, path, kind);
      if (!row) return;
      index.set(path, { stamp, row });
      rows.push(row);
    });
    return rows;
  };
  const listings = {
    ...(await byKindAsync<Rows>(readRows)),
    projects: (await readParsed(contentDir, tableFiles.projects, z.array(ProjectEntry))) ?? [],
    labels: (await readParsed(contentDir, tableFiles.labels, z.array(LabelEntry))) ?? [],
  };
  return { listings, index };
}

function readRow<K extends EntryKind>(
  contentDir: string,
  path: string,
  kind: K,
): ListingTypes[K] | undefined {
  const text = readNow(join(contentDir, path));
  if (text === undefined) return undefined;
  const entry = parseFile(contentDir, path, text, entryDefinitions[kind].schema);
  return entryDefinitions[kind].listing.parse(asListed(entry, digest(text)));
}
