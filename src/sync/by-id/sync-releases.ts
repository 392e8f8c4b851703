import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Api, createApi } from '../../client/endpoints.ts';
import type { ApiRelease } from '../../model/api/rows.ts';
import type { ReleaseEntry } from '../../model/content/content.ts';
import type { MissingAsset, SyncCache } from '../../model/content/sync-cache.ts';
import { assetFolder } from '../../store/layout.ts';
import { lockContent } from '../../store/lock.ts';
import { loadSyncCache, saveSyncCache } from '../../store/sync-cache.ts';
import { applyChanges, recover } from '../../store/write/apply.ts';
import type { FileChange } from '../../store/write/stage.ts';
import { buildWorkspaceEntry } from '../plan/build-tables.ts';
import { usedAssets } from '../plan/desired-content.ts';
import { nextReleaseLog } from '../plan/release-log.ts';
import { createAssetMemory } from '../prepare/assets/memory.ts';
import { createMirror, type Mirror } from '../prepare/assets/mirror.ts';
import { createNoMirror } from '../prepare/assets/no-mirror.ts';
import { makeVariants, withVariants } from '../prepare/assets/variants.ts';
import { createChangeTypes } from '../prepare/change-types.ts';
import { forgetGrammars } from '../prepare/html/code/tokens.ts';
import { preparedWith } from '../prepare/prepare.ts';
import { createPrepareRows } from '../prepare/prepare-rows.ts';
import { createStatusTypes } from '../prepare/status-types.ts';
import type { DecideContext, DecideOptions } from '../read/classify-row.ts';
import { inputsOf } from '../read/crawl.ts';
import { decideById } from '../read/decide-entry.ts';
import { createFreshness } from '../read/freshness.ts';
import { parseWorkspace } from '../read/parse/parse-workspace.ts';
import { createReadAhead } from '../read/read-ahead.ts';
import { resources } from '../read/resources.ts';
import type { SyncOptions } from '../sync.ts';
import type { EntryLine } from '../write/report/report.ts';
import { type KnownContent, NeedsFullSync, readKnownContent } from './known-content.ts';
import { type NextContent, type PublicRelease, planNextContent } from './next-content.ts';

// Syncs a few releases by id. It works like a full sync, but requests only the workspace and these
// records. It never removes anything: if a change affects more than these releases, nothing is
// written, and the caller has to run a full sync.

/** The cache file is the one that full syncs of this folder use. */
export interface SyncReleasesOptions
  extends Omit<
    SyncOptions,
    'sources' | 'dryRun' | 'full' | 'replace' | 'allowMassDelete' | 'onProgress'
  > {
  ids: readonly string[];
}

export type SyncedReleases =
  /** The releases in `ids` are up to date. The other requested releases were never public. */
  | {
      kind: 'synced';
      ids: string[];
      /** Releases that had no entry before. */
      added: EntryLine[];
    }
  /** Nothing was changed; a full sync is needed. */
  | { kind: 'deferred'; why: string };

/** @throws ApiError, WaymarkError; the content folder then stays unchanged */
export async function syncReleases(options: SyncReleasesOptions): Promise<SyncedReleases> {
  try {
    using _lock = await lockContent(options.contentDir, options);
    await recover(options.contentDir);
    // Awaited here, because the lock is released when this block ends.
    return { kind: 'synced', ...(await syncById(options)) };
  } catch (error) {
    if (error instanceof NeedsFullSync) return { kind: 'deferred', why: error.message };
    throw error;
  } finally {
    forgetGrammars();
  }
}

async function syncById(options: SyncReleasesOptions) {
  const { client, contentDir, now } = options;
  const ids = [...new Set(options.ids)];
  const current = await readKnownContent(contentDir, ids, client.baseUrl);
  const api = createApi(client);
  const { workspace } = parseWorkspace(await api.workspace(), client.baseUrl);
  if (workspace.id !== current.state.workspace)
    throw new NeedsFullSync('the API has another workspace');
  const prepared = preparedWith(workspace, options.assets);
  if (current.releaseLog?.prepared !== prepared)
    throw new NeedsFullSync(
      'the workspace has moved, releases were prepared with other options, or there is no log of releases yet',
    );
  const cache = await loadSyncCache(options.cacheFile);
  const freshness = createFreshness(cache.readTimes, now, false);
  const files = new Set(Object.keys(current.state.assets));
  const memory = createAssetMemory(cache, { now, retriesAll: false, files });
  using mirror = options.assets
    ? createMirror({ client, memory, budget: options.assetBudget, now })
    : createNoMirror(client.baseUrl);
  const [types, statuses] = [createChangeTypes(workspace), createStatusTypes(workspace)];
  const preparing = { types, statuses, mirror, base: URL.parse(workspace.url ?? '') ?? undefined };
  const found = await readReleases(ids, {
    api,
    prepare: createPrepareRows(preparing, () => {}).releases,
    now,
    known: current.state.releases,
    inputs: inputsOf('releases', workspace, options.assets),
    freshness,
    memory,
  });
  const read = options.assets ? await addVariants(found, current, { ...options, mirror }) : found;
  const statusTitles = new Set(current.workspace.status_types.map(({ title }) => title));
  const next = planNextContent({
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
        knownProjects: current.projects.map(({ id }) => id),
        prepared,
        // The types cannot change here: a release with a new or renamed type needs a full sync.
        changeTypes: current.workspace.change_types,
        needsAction: options.needsAction,
        now,
      }),
    workspaceWith: (used) =>
      buildWorkspaceEntry({ workspace, types, statuses }, { ...used, statuses: statusTitles }),
  });
  const changes = await planChanges(contentDir, current, next, mirror);
  await applyChanges(contentDir, changes);
  await saveSyncCache(options.cacheFile, cache, {
    readTimes: { ...cache.readTimes, ...freshness.next() },
    pages: cache.pages,
    ...memory.next(mergeMissing(cache.missing, read), mirror.copies),
  });
  const added = next.releases.filter(({ id }) => !current.releases.has(id));
  return {
    ids: read.map(({ id }) => id),
    added: added.map(({ slug, title }) => ({ slug, title })),
  };
}

async function addVariants(
  read: readonly PublicRelease[],
  { releases, state }: KnownContent,
  { contentDir, assetBudget, mirror }: SyncReleasesOptions & { mirror: Mirror },
): Promise<PublicRelease[]> {
  const variants = await makeVariants(
    read.flatMap(({ prepared }) => prepared?.entry ?? []),
    {
      ...{ contentDir, mirror, budget: assetBudget, before: releases.values() },
      intact: new Map(Object.entries(state.assets)),
    },
  );
  return read.map(({ prepared, ...one }) => ({
    ...one,
    prepared: prepared && { ...prepared, entry: withVariants(prepared.entry, variants) },
  }));
}

async function planChanges(
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
      throw new NeedsFullSync(`${assetFolder}/${name} was edited`);
    assets[name] = size;
    if (from) changes.push({ kind: 'write', path: `${assetFolder}/${name}`, from });
  }
  const sorted = Object.entries(assets).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const { path, text, digest } of [...next.files, next.state(Object.fromEntries(sorted))]) {
    const isKnown = current.files.has(path);
    if (!isKnown && (await lstat(join(contentDir, path)).catch(() => undefined)))
      throw new NeedsFullSync(`${path} was edited`);
    if (current.files.get(path) !== digest) changes.push({ kind: 'write', path, text });
  }
  return changes;
}

/**
 * The assets that entries lack, by entry path, updated for the releases that were just prepared.
 */
function mergeMissing(
  before: SyncCache['missing'],
  read: readonly PublicRelease[],
): Map<string, MissingAsset[]> {
  const missing = new Map(Object.entries(before));
  for (const { id, prepared } of read)
    if (prepared) missing.set(`releases/${id}`, prepared.missing);
  return new Map([...missing].filter(([, { length }]) => length > 0));
}

interface ReadOptions extends Omit<DecideOptions, 'onUnreadable' | 'full'> {
  api: Api;
  prepare: DecideContext<ApiRelease, ReleaseEntry>['prepare'];
}

/**
 * Reads releases by id, checks them as a full sync does, and returns the public ones.
 * @throws NeedsFullSync if no release is public, or if a release that has an entry is no longer
 * public
 */
async function readReleases(
  ids: readonly string[],
  { api, prepare, ...options }: ReadOptions,
): Promise<PublicRelease[]> {
  const context: DecideContext<ApiRelease, ReleaseEntry> = {
    resource: resources.releases,
    prepare,
    ahead: createReadAhead((id) => api.byId('releases', id)),
    options: {
      ...options,
      full: false,
      onUnreadable: ({ message }) => {
        throw new NeedsFullSync(`a record cannot be read: ${message}`);
      },
    },
  };
  const decided = await Promise.all(ids.map((id) => decideById(id, context)));
  const read = decided.flatMap((decision, index): PublicRelease[] => {
    if (decision.kind === 'fresh') return [{ prepared: undefined, ...decision }];
    if (Object.hasOwn(options.known, ids[index] ?? ''))
      throw new NeedsFullSync(`a release is no longer public, or cannot be read`);
    return [];
  });
  if (read.length === 0) throw new NeedsFullSync('none of the releases is public yet');
  return read;
}
