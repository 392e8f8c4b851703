import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../client/client.ts';
import { createApi } from '../../client/endpoints.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import type { MissingAsset, SyncCache } from '../../model/content/sync-cache.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { assetFolder } from '../../store/layout.ts';
import { lockContent } from '../../store/lock.ts';
import { loadSyncCache, saveSyncCache } from '../../store/sync-cache.ts';
import { applyChanges, recover } from '../../store/write/apply.ts';
import type { FileChange } from '../../store/write/stage.ts';
import type { Budget } from '../assets/budget.ts';
import { createAssetMemory } from '../assets/memory.ts';
import { createMirror, type Mirror } from '../assets/mirror.ts';
import { createNoMirror } from '../assets/no-mirror.ts';
import { forgetGrammars } from '../html/code/tokens.ts';
import { parseWorkspace } from '../parse/parse-workspace.ts';
import { workspaceEntry } from '../plan/build-tables.ts';
import { nextReleaseLog } from '../plan/release-log.ts';
import { usedAssets } from '../plan/wanted.ts';
import { changeTypes } from '../prepare/change-types.ts';
import { preparedWith } from '../prepare/prepare.ts';
import { createPrepareRows } from '../prepare/prepare-rows.ts';
import { statusTypes } from '../prepare/status-types.ts';
import { inputsOf } from '../read/crawl.ts';
import { createFreshness } from '../read/freshness.ts';
import type { EntryLine } from '../report/report.ts';
import { type KnownContent, readKnown } from './known-content.ts';
import { type NextContent, nextContent } from './next-content.ts';
import { type ReadRelease, readReleases } from './read-releases.ts';
import { Unusual } from './unusual.ts';

// Takes ids of releases and a content folder; gives the folder with these releases as they are now.
// Through the gate, the preparation, the slugs and the journal of every sync, under its lock; what
// is asked of the API is the workspace and each of the records.
// Never removes anything, and leaves whatever is unusual to a walk of all lists, which has to follow.

export interface SyncReleasesOptions extends Waiting {
  client: Client;
  contentDir: string;
  /** The one that syncs of this folder have. */
  cacheFile: string;
  ids: readonly string[];
  now: Date;
  /** Mirrors pictures and files. */
  assets: boolean;
  assetBudget: Budget;
}

export type SyncedReleases =
  /** These stand there as they are now; the others are not public, and never were. */
  | ({ kind: 'brought' } & Brought)
  /** Nothing was changed. */
  | { kind: 'left'; why: string };

interface Brought {
  ids: string[];
  /** Those of them that were not there before. */
  added: EntryLine[];
}

/** @throws ApiError, WaymarkError; the content folder is then as it was */
export async function syncReleases(options: SyncReleasesOptions): Promise<SyncedReleases> {
  try {
    using _lock = await lockContent(options.contentDir, options);
    await recover(options.contentDir);
    // Awaited here, where the lock is held.
    return { kind: 'brought', ...(await bring(options)) };
  } catch (error) {
    if (error instanceof Unusual) return { kind: 'left', why: error.message };
    throw error;
  } finally {
    forgetGrammars();
  }
}

async function bring(options: SyncReleasesOptions): Promise<Brought> {
  const { client, contentDir, now } = options;
  const ids = [...new Set(options.ids)];
  const current = await readKnown(contentDir, ids, client.baseUrl);
  const api = createApi(client);
  const { workspace } = parseWorkspace(await api.workspace(), client.baseUrl);
  if (workspace.id !== current.state.workspace) throw new Unusual('the workspace is another one');
  const prepared = preparedWith(workspace, options.assets);
  if (current.releaseLog?.prepared !== prepared)
    throw new Unusual(
      'the workspace moved, releases were prepared otherwise, or they have no log yet',
    );
  const cache = await loadSyncCache(options.cacheFile);
  const freshness = createFreshness(cache.readTimes, now, false);
  const files = new Set(Object.keys(current.state.assets));
  const memory = createAssetMemory(cache, { now, all: false, files });
  using mirror = options.assets
    ? createMirror({ client, memory, budget: options.assetBudget, now })
    : createNoMirror(client.baseUrl);
  const [types, statuses] = [changeTypes(workspace), statusTypes(workspace)];
  const preparing = { types, statuses, mirror, base: URL.parse(workspace.url ?? '') ?? undefined };
  const read = await readReleases(ids, {
    api,
    prepare: createPrepareRows(preparing, () => {}).releases,
    now,
    known: current.state.releases,
    inputs: inputsOf('releases', workspace, options.assets),
    freshness,
    memory,
  });
  const standing = new Set(current.workspace.status_types.map(({ title }) => title));
  const next = nextContent({
    current,
    read,
    releaseLog: (after, known) =>
      nextReleaseLog({
        log: current.releaseLog,
        before: current.releases,
        after,
        unread: Object.keys(known),
        sources: { before: current.state.releases, after: known },
        knowsAll: true,
        prepared,
        now,
      }),
    workspaceWith: (used) =>
      workspaceEntry({ workspace, types, statuses }, { ...used, statuses: standing }),
  });
  const changes = await changesTo(contentDir, current, next, mirror);
  await applyChanges(contentDir, changes);
  await saveSyncCache(options.cacheFile, cache, {
    readTimes: { ...cache.readTimes, ...freshness.next() },
    pages: cache.pages,
    ...memory.next(missingWith(cache.missing, read), mirror.copies),
  });
  const added = next.releases.filter(({ id }) => !current.releases.has(id));
  return {
    ids: read.map(({ id }) => id),
    added: added.map(({ slug, title }) => ({ slug, title })),
  };
}

async function changesTo(
  contentDir: string,
  current: KnownContent,
  next: NextContent,
  mirror: Mirror,
): Promise<FileChange[]> {
  const assets = { ...current.state.assets };
  const changes: FileChange[] = [];
  for (const name of usedAssets(next.releases)) {
    const from = mirror.files.get(name);
    const file = join(contentDir, assetFolder, name);
    const size = (await stat(from ?? file).catch(() => undefined))?.size;
    if (size === undefined || (assets[name] ?? size) !== size)
      throw new Unusual(`${assetFolder}/${name} is not as it was written`);
    assets[name] = size;
    if (from) changes.push({ kind: 'write', path: `${assetFolder}/${name}`, from });
  }
  for (const { path, text, digest } of [...next.files, next.state(inOrder(assets))]) {
    if (!current.files.has(path) && (await isThere(join(contentDir, path))))
      throw new Unusual(`${path} is not as it was written`);
    if (current.files.get(path) !== digest) changes.push({ kind: 'write', path, text });
  }
  return changes;
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function inOrder(assets: SyncState['assets']): SyncState['assets'] {
  return Object.fromEntries(Object.entries(assets).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What entries lack, by their paths, with what these do. */
function missingWith(
  before: SyncCache['missing'],
  read: readonly ReadRelease[],
): Map<string, MissingAsset[]> {
  const missing = new Map(Object.entries(before));
  for (const { id, prepared } of read)
    if (prepared) missing.set(`releases/${id}`, prepared.missing);
  return new Map([...missing].filter(([, { length }]) => length > 0));
}
