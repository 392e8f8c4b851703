import { join } from 'node:path';
import { command } from '../../lib/processes/command.ts';
import type { WorkspaceEntry } from '../../model/content/content.ts';
import {
  type EntryKind,
  type EntryTypes,
  entryDefinitions,
} from '../../model/content/entry-kinds.ts';
import { WaymarkError } from '../../model/errors.ts';
import { fileNamesIn, parseFile, readNow } from '../content-file.ts';
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

/** A whole entry; undefined if it does not exist. @throws WaymarkError if its file is damaged */
export function readEntryFile<K extends EntryKind>(
  contentDir: string,
  kind: K,
  slug: string,
): EntryTypes[K] | undefined {
  const path = entryPath(kind, slug);
  const text = readNow(join(contentDir, path));
  return text === undefined
    ? undefined
    : parseFile(contentDir, path, text, entryDefinitions[kind].schema);
}
