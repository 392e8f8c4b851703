import { join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import {
  byKind,
  byKindAsync,
  type EntryKind,
  type EntryTypes,
  entryDefinitions,
} from '../../model/content/entry-kinds.ts';
import type { KnownByKind, SyncState } from '../../model/content/sync-state.ts';
import { assetNames } from '../assets.ts';
import { fileNamesIn, readNow } from '../content-file.ts';
import {
  type ContentTables,
  noRedirects,
  type OnDamaged,
  parseOrTell,
  readTables,
} from './read-tables.ts';

/** Everything in a content folder, except that assets are represented by their names. */
export interface Content extends Omit<ContentTables, 'state'>, EntriesById {
  /** The state file, without its records of entries. */
  state: Omit<SyncState, EntryKind> | undefined;
  /** The records of entries in the state file. Empty if there is none. */
  known: KnownByKind;
  assets: Set<string>;
}

export type EntriesById = { [K in EntryKind]: Map<string, EntryTypes[K]> };

/**
 * Reads a whole content folder. A missing folder counts as empty.
 * @param onDamaged called for each damaged file, which then counts as missing
 * @param ids if given, only the entries of these releases are read, and no names of assets
 * @throws WaymarkError that names a damaged file, if there is no `onDamaged`
 */
export async function readContent(
  contentDir: string,
  onDamaged?: OnDamaged,
  ids?: readonly string[],
): Promise<Content> {
  const tables = await readTables(contentDir, onDamaged);
  const { files, state } = tables;
  const known = byKind<KnownByKind>((kind) => new Map(Object.entries(state?.[kind] ?? {})));
  const namesOf = (kind: EntryKind) => {
    if (!ids) return fileNamesIn(join(contentDir, kind));
    if (kind !== 'releases') return [];
    return ids.flatMap((id) => known.releases.get(id)?.slug ?? []).map((slug) => `${slug}.json`);
  };
  const readEntries = async <K extends EntryKind>(kind: K) => {
    const found = new Map<string, EntryTypes[K]>();
    await forEachYielding(await namesOf(kind), (name) => {
      if (!name.endsWith('.json')) return;
      const path = `${kind}/${name}`;
      const text = readNow(join(contentDir, path))?.text;
      if (text === undefined) return;
      files.set(path, digest(text));
      const entry = parseOrTell(contentDir, path, text, entryDefinitions[kind].schema, onDamaged);
      if (entry) found.set(entry.id, entry);
    });
    return found;
  };
  return {
    ...tables,
    known,
    assets: new Set(ids ? [] : await assetNames(contentDir)),
    ...(await byKindAsync<EntriesById>(readEntries)),
  };
}

/** The content of a missing folder. */
export function emptyContent(): Content {
  return {
    files: new Map(),
    assets: new Set(),
    state: undefined,
    known: byKind<KnownByKind>(() => new Map()),
    workspace: undefined,
    projects: [],
    labels: [],
    redirects: noRedirects(),
    roadmapLog: [],
    releaseLog: undefined,
    ...byKind<EntriesById>(() => new Map()),
  };
}
