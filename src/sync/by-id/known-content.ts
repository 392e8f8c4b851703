import type { ReleaseEntry, WorkspaceEntry } from '../../model/content/content.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { entryPath, tableFiles } from '../../store/layout.ts';
import { type ContentTables, readReleaseFile, readTables } from '../../store/read/read-tables.ts';
import { Unusual } from './unusual.ts';

/** Content of which all that is read here is as sync wrote it. */
export interface KnownContent extends ContentTables {
  state: SyncState;
  workspace: WorkspaceEntry;
  /** By id: those of the wanted releases that stand there. */
  releases: ReadonlyMap<string, ReleaseEntry>;
}

/**
 * Reads what a few releases touch, and no other entry.
 * @param api the API's origin
 * @throws Unusual where somebody changed any of it, or where it comes from another API
 */
export async function readKnown(
  contentDir: string,
  ids: readonly string[],
  api: string,
): Promise<KnownContent> {
  const tables = await readTables(contentDir, (path) => {
    throw new Unusual(`${path} is not as it was written`);
  });
  const { state, workspace, files } = tables;
  if (!state || !workspace) throw new Unusual('there is no content yet');
  if (state.api !== api) throw new Unusual('the content comes from another address of the API');
  for (const path of Object.values(tableFiles).filter((path) => path !== tableFiles.state))
    if (!isAsWritten(state, path, files.get(path)))
      throw new Unusual(`${path} is not as it was written`);
  const releases = new Map<string, ReleaseEntry>();
  for (const id of ids) {
    const slug = Object.hasOwn(state.releases, id) ? state.releases[id]?.slug : undefined;
    if (slug === undefined) continue;
    const path = entryPath('releases', slug);
    const found = await readReleaseFile(contentDir, slug).catch(() => undefined);
    if (found?.entry.id !== id || !isAsWritten(state, path, found.digest))
      throw new Unusual(`${path} is not as it was written`);
    files.set(path, found.digest);
    releases.set(id, found.entry);
  }
  return { ...tables, state, workspace, releases };
}

/** Both where a file is there, and where there is to be none. */
function isAsWritten({ files }: SyncState, path: string, digest: string | undefined): boolean {
  const written = Object.hasOwn(files, path) ? files[path] : undefined;
  if (written === undefined || digest === undefined) return written === digest;
  return digest.startsWith(written);
}
