import type { ReleaseEntry, WorkspaceEntry } from '../../model/content/content.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { entryPath, tableFiles } from '../../store/layout.ts';
import { type ContentTables, readReleaseFile, readTables } from '../../store/read/read-tables.ts';

/**
 * Thrown if the releases cannot be synced by id and a full sync is needed. The message says why.
 */
export class NeedsFullSync extends Error {}

/**
 * The tables and the entries of the requested releases. None of these files was edited since sync
 * wrote it.
 */
export interface KnownContent extends ContentTables {
  state: SyncState;
  workspace: WorkspaceEntry;
  /** Requested releases that have an entry, by id. */
  releases: ReadonlyMap<string, ReleaseEntry>;
}

/**
 * Reads the tables and the entries of the releases with these ids.
 * @param api the API's origin
 * @throws NeedsFullSync if a file was edited, or the content comes from another API
 */
export async function readKnownContent(
  contentDir: string,
  ids: readonly string[],
  api: string,
): Promise<KnownContent> {
  const tables = await readTables(contentDir, (path) => {
    throw new NeedsFullSync(`${path} was edited`);
  });
  const { state, workspace, files } = tables;
  if (!state || !workspace) throw new NeedsFullSync('there is no content yet');
  if (state.api !== api)
    throw new NeedsFullSync('the content comes from an API at another address');
  for (const path of Object.values(tableFiles).filter((path) => path !== tableFiles.state))
    if (!isAsWritten(state, path, files.get(path))) throw new NeedsFullSync(`${path} was edited`);
  const releases = new Map<string, ReleaseEntry>();
  for (const id of ids) {
    const slug = Object.hasOwn(state.releases, id) ? state.releases[id]?.slug : undefined;
    if (slug === undefined) continue;
    const path = entryPath('releases', slug);
    const file = await readReleaseFile(contentDir, slug).catch(() => undefined);
    if (file?.entry.id !== id || !isAsWritten(state, path, file.digest))
      throw new NeedsFullSync(`${path} was edited`);
    files.set(path, file.digest);
    releases.set(id, file.entry);
  }
  return { ...tables, state, workspace, releases };
}

/**
 * Whether a file is as sync left it: either its digest matches, or sync wrote no such file and the
 * file does not exist.
 */
function isAsWritten({ files }: SyncState, path: string, digest: string | undefined): boolean {
  const written = Object.hasOwn(files, path) ? files[path] : undefined;
  if (written === undefined || digest === undefined) return written === digest;
  return digest.startsWith(written);
}
