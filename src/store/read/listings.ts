import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import {
  LabelEntry,
  MilestoneEntry,
  MilestoneListing,
  ProjectEntry,
  ReleaseEntry,
  ReleaseListing,
} from '../../model/content/content.ts';
import { fileNamesIn, parseFile, readIfThere, readNow } from '../content-file.ts';
import { type EntryFolder, entryPath, tableFiles } from '../layout.ts';
import { asListed } from './listed-rows.ts';

// Takes a content folder and what was known of it; gives the light rows that lists are made of.
// An entry whose file is as it was when it was read last is not read again.
// Never gives texts: a page reads its own.

/** The light rows of a content folder. */
export interface Listings {
  releases: ReleaseListing[];
  milestones: MilestoneListing[];
  projects: ProjectEntry[];
  labels: LabelEntry[];
}

/** What was read of each entry, by the path of its file, and what the disk said of that then. */
export type ListingIndex = ReadonlyMap<string, ListedFile>;

interface ListedFile {
  /** Size, times of change and inode of the file: while it stays, the row does too. */
  stamp: string;
  row: ReleaseListing | MilestoneListing;
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
  const rowsOf = async <
    E extends ReleaseEntry | MilestoneEntry,
    T extends ReleaseListing | MilestoneListing,
  >(
    folder: EntryFolder,
    entrySchema: z.ZodType<E>,
    rowSchema: z.ZodType<T>,
  ): Promise<T[]> => {
    const rows: T[] = [];
    await forEachYielding(await fileNamesIn(join(contentDir, folder)), (name) => {
      if (!name.endsWith('.json')) return;
      const path = entryPath(folder, name.slice(0, -'.json'.length));
      const stamp = stampOf(join(contentDir, path));
      const before = known.get(path);
      const row =
        before && before.stamp === stamp
          ? (before.row as T)
          : readRow(contentDir, path, entrySchema, rowSchema);
      if (!row) return;
      index.set(path, { stamp, row });
      rows.push(row);
    });
    return rows;
  };
  const table = async <T>(path: string, schema: z.ZodType<T>): Promise<T[]> => {
    const text = await readIfThere(join(contentDir, path));
    return text === undefined ? [] : parseFile(contentDir, path, text, z.array(schema));
  };
  const listings = {
    releases: await rowsOf('releases', ReleaseEntry, ReleaseListing),
    milestones: await rowsOf('milestones', MilestoneEntry, MilestoneListing),
    projects: await table(tableFiles.projects, ProjectEntry),
    labels: await table(tableFiles.labels, LabelEntry),
  };
  return { listings, index };
}

function readRow<E extends ReleaseEntry | MilestoneEntry, T>(
  contentDir: string,
  path: string,
  entrySchema: z.ZodType<E>,
  rowSchema: z.ZodType<T>,
): T | undefined {
  const text = readNow(join(contentDir, path));
  if (text === undefined) return undefined;
  const entry = parseFile(contentDir, path, text, entrySchema);
  return rowSchema.parse(asListed(entry, digest(text)));
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}` : '';
}
