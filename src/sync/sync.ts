import type { Client } from '../client/client.ts';
import { createApi } from '../client/endpoints.ts';
import type { Waiting } from '../lib/files/lock.ts';
import type { OnProgress } from '../lib/progress.ts';
import { byKind, entryKinds } from '../model/content/entry-kinds.ts';
import { emptyContent } from '../store/read/read-content.ts';
import { loadSyncCache, saveSyncCache } from '../store/sync-cache.ts';
import { applyChanges } from '../store/write/apply.ts';
import { buildTables } from './plan/build-tables.ts';
import { allEntries, type DesiredContent, type EntryLists } from './plan/desired-content.ts';
import { listMissing, mergeContent } from './plan/merge.ts';
import { planChanges } from './plan/plan-changes.ts';
import { type NeedsAction, nextReleaseLog } from './plan/release-log.ts';
import { planRoadmap } from './plan/roadmap-log.ts';
import type { Budget } from './prepare/assets/budget.ts';
import { createAssetMemory } from './prepare/assets/memory.ts';
import { createMirror } from './prepare/assets/mirror.ts';
import { createNoMirror } from './prepare/assets/no-mirror.ts';
import { makeVariants, type VariantOptions, withVariants } from './prepare/assets/variants.ts';
import { createChangeTypes } from './prepare/change-types.ts';
import { forgetGrammars } from './prepare/html/code/tokens.ts';
import { preparedWith } from './prepare/prepare.ts';
import { createPrepareRows } from './prepare/prepare-rows.ts';
import { createStatusTypes } from './prepare/status-types.ts';
import { openContent } from './read/current/open-content.ts';
import type { TrustedContent } from './read/current/trusted.ts';
import { createFreshness } from './read/freshness.ts';
import { decideOwnership } from './read/ownership.ts';
import { createPageMemory } from './read/page-memory.ts';
import { crawlParts } from './read/sources/crawl-parts.ts';
import { addKeptStatusTypes, addStatusTypes } from './read/sources/status-types.ts';
import {
  originsOf,
  readUpstream,
  type SourceSet,
  sourcesAddress,
} from './read/sources/upstream.ts';
import { buildReport } from './write/report/build-report.ts';
import type { SyncReport } from './write/report/report.ts';

// Updates a content folder from the API and other sources: reads all records, drops those that are
// not public, prepares entries, plans the changes and applies them. The content folder is changed
// only after everything was read. The API's list of subscribers is never requested.

export interface SyncOptions extends Waiting {
  client: Client;
  /** The sources to sync from; undefined if the API is the only source. */
  sources?: SourceSet | undefined;
  contentDir: string;
  /**
   * Path of a file outside the content folder. It records when each record was read and which
   * pictures are missing.
   */
  cacheFile: string;
  now: Date;
  needsAction: NeedsAction;
  /** Whether to only plan the changes, without writing them. */
  dryRun: boolean;
  /** Whether to read every record and prepare every entry again. */
  full: boolean;
  /** Whether to replace the content of another workspace. By default, this is an error. */
  replace: boolean;
  /** Whether to apply removals even if there are suspiciously many. */
  allowMassDelete: boolean;
  /** Whether to copy pictures and files. If false, pages link to the originals. */
  assets: boolean;
  /** Time limit for downloads. Later syncs download what is still missing. */
  assetBudget: Budget;
  onProgress?: OnProgress;
}

/** @throws ApiError, WaymarkError; the content folder is then unchanged */
export async function sync(options: SyncOptions): Promise<SyncReport> {
  const { client, contentDir, dryRun, now, onProgress = () => {} } = options;
  const api = createApi(client);
  const address = options.sources ? sourcesAddress : client.baseUrl;
  const read = () => readUpstream(api, options.sources);
  using content = await openContent(read, { ...options, api: address });
  const { before } = content;
  const { workspace: own, notes } = content.workspace;
  const origins = originsOf(before.state, options.sources);
  const owner = decideOwnership(before.state, own, origins, options.replace);
  const current = owner === 'same' ? before : emptyContent();
  const upstream = options.sources ? addStatusTypes(content.workspace, current) : content.workspace;
  const { workspace } = upstream;
  const moved = current.state !== undefined && current.state.api !== address;
  const full = options.full || moved;

  const cache = await loadSyncCache(options.cacheFile);
  const freshness = createFreshness(cache.readTimes, now, full);
  const pages = createPageMemory(cache.pages, now, full);
  const memory = createAssetMemory(cache, { now, retriesAll: full, files: before.intact });
  const { baseUrl } = client;
  const download = options.sources?.download ?? client.download;
  using mirror = options.assets
    ? createMirror({ client: { baseUrl, download }, memory, budget: options.assetBudget, now })
    : createNoMirror(baseUrl);
  const types = createChangeTypes(workspace);
  const statuses = createStatusTypes(
    options.sources ? addKeptStatusTypes(workspace, current) : workspace,
  );
  const preparing = { types, statuses, mirror, base: URL.parse(workspace.url ?? '') ?? undefined };
  const prepare = createPrepareRows(preparing, onProgress);
  const crawling = { ...options, full, freshness, pages, memory, prepare, onProgress };
  const { crawled, sources } = await crawlParts(upstream, current, crawling).finally(
    forgetGrammars,
  );
  const merged = mergeContent(crawled, current, options.allowMassDelete);
  const knowsAll = owner === 'same' && before.hasState;
  const story = { statuses, current, now, knowsAll };
  const logInput = {
    log: current.releaseLog,
    before: current.releases,
    after: merged.releases.entries,
    kept: [...crawled.releases.kept.map(({ id }) => id), ...merged.releases.withheld],
    sources: { before: current.state?.releases ?? {}, after: merged.releases.known },
    knowsAll,
    knownProjects: current.projects.map(({ id }) => id),
    prepared: preparedWith(workspace, options.assets),
    needsAction: options.needsAction,
    now,
  };
  const tables = buildTables({
    releaseLog: (changeTypes) => nextReleaseLog({ ...logInput, changeTypes }),
    roadmap: planRoadmap(merged.milestones.entries, story),
    merged,
    crawled,
    types,
    statuses,
    workspace,
    current,
    api: address,
  });
  const desired = options.assets
    ? await addVariants(tables, before, { ...options, mirror, budget: options.assetBudget })
    : tables;
  const changes = await planChanges(contentDir, before, desired, mirror.files);
  const missing = listMissing(merged, crawled, memory);
  let cacheError: string | undefined;
  if (!dryRun) {
    onProgress('writing', 0, changes.length);
    await applyChanges(contentDir, changes);
    onProgress('writing', changes.length, changes.length);
    const remembered = { readTimes: freshness.next(), pages: pages.next() };
    const next = { ...remembered, ...memory.next(missing, mirror.copies) };
    cacheError = await saveSyncCache(options.cacheFile, cache, next);
  }
  return buildReport({
    workspace,
    api: address,
    sources,
    crawled,
    merged,
    desired,
    changes,
    current,
    replaced: owner === 'same' ? undefined : before,
    storyBegins: owner === 'fresh',
    notes,
    missing,
    cacheError,
    lostLogs: before.lostLogs,
    deferred: mirror.deferred(),
    assetSeconds: options.assetBudget.seconds,
    dryRun,
  });
}

async function addVariants(
  desired: DesiredContent,
  before: TrustedContent,
  options: Omit<VariantOptions, 'before' | 'intact'>,
): Promise<DesiredContent> {
  const variants = await makeVariants(allEntries(desired), {
    ...options,
    before: entryKinds.flatMap((kind) => [...before[kind].values()]),
    intact: before.intact,
  });
  const lists = byKind<EntryLists>((kind) =>
    desired[kind].map((entry) => withVariants(entry, variants)),
  );
  return { ...desired, ...lists };
}
