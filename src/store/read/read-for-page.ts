import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { command } from '../../lib/processes/command.ts';
import type { WorkspaceEntry } from '../../model/content/content.ts';
import {
  type EntryKind,
  type EntryTypes,
  entryDefinitions,
} from '../../model/content/entry-kinds.ts';
import { WaymarkError } from '../../model/errors.ts';
import { fileNamesIn, parseFile, readAt, readNow } from '../content-file.ts';
import { entryPath } from '../layout.ts';
import { readTable } from './read-tables.ts';

/**
 * Reads the workspace of the content.
 * @throws WaymarkError if there is no content yet
 */
export async function readWorkspaceEntry(contentDir: string): Promise<WorkspaceEntry> {
  const workspace = await readTable(contentDir, 'workspace');
  if (workspace) return workspace;
  throw new WaymarkError(
    `There is no content in ${contentDir}.\nRun ${command('sync')} first, or set CONTENT_DIR to the folder that sync writes to.`,
  );
}

/** Slugs of all entries of a collection. */
export async function entrySlugs(contentDir: string, folder: EntryKind): Promise<string[]> {
  const names = await fileNamesIn(join(contentDir, folder));
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
}

/**
 * Maximum size of the texts of cached entries, in characters. The files of a release are rendered one
 * after another, so more entries would only take memory.
 */
const maxCachedLength = 2 * 1024 * 1024;

/**
 * Returns a function that reads whole entries. It reads a file again only if the file has changed, or
 * if many other entries were read since. A build that knows the `stamp` of the file passes it, so
 * that the file need not be looked at.
 */
export function createEntryReader(contentDir: string) {
  const cache = new LRUCache<string, { stamp: string; entry: EntryTypes[EntryKind] }>({
    maxSize: maxCachedLength,
  });
  /** Undefined if the entry does not exist. @throws WaymarkError if its file is damaged */
  return <K extends EntryKind>(
    kind: K,
    slug: string,
    stamp?: string,
  ): EntryTypes[K] | undefined => {
    const path = entryPath(kind, slug);
    const cached = cache.get(path);
    if (cached && cached.stamp === stamp) return cached.entry as EntryTypes[K];
    const file = join(contentDir, path);
    const found = stamp === undefined ? readNow(file, cached?.stamp) : readAt(file, stamp);
    if (!found) return undefined;
    const { text } = found;
    if (text === undefined) return cached?.entry as EntryTypes[K];
    const entry = parseFile(contentDir, path, text, entryDefinitions[kind].schema);
    cache.set(path, { stamp: found.stamp, entry }, { size: text.length });
    return entry;
  };
}
