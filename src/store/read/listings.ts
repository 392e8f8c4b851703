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

// Takes a content folder and what was known of it; gives the light rows that lists are made of.
// An entry whose file is as it was when it was read last is not read again.
// Never gives texts: a page reads its own.

/** The light rows of a content folder. */
export interface Listings extends Rows {
  projects: ProjectEntry[];
  labels: LabelEntry[];
}

type Rows = { [K in EntryKind]: ListingTypes[K][] };

/** What was read of each entry, by the path of its file, and what the disk said of that then. */
export type ListingIndex = ReadonlyMap<string, ListedFile>;

interface ListedFile {
  /** Size, times of change and inode of the file: while it stays, the row does too. */
  stamp: string;
  row: ListingTypes[EntryKind];
}

/**
 * Reads the rows of a content folder; one that is not there counts as empty.
 * @param known of the time before, as this very code gave it
 * @throws WaymarkError that names a file which is not what sync writes
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
      const stamp = stampOf(join(contentDir, path));
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

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}` : '';
}
