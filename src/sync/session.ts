import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../client/client.ts';
import type { Api } from '../client/endpoints.ts';
import type { Waiting } from '../lib/files/lock.ts';
import type { OnProgress } from '../lib/progress.ts';
import type { Budget } from '../lib/time/budget.ts';
import { byKind, type EntryKind } from '../model/content/entry-kinds.ts';
import type { NeedsAction } from '../model/content/release-log.ts';
import { downloadsFolder } from '../store/layout.ts';
import { emptyContent } from '../store/read/read-content.ts';
import { loadSyncCache } from '../store/sync-cache.ts';
import { createAssetMemory } from './prepare/assets/memory.ts';
import { createMirror } from './prepare/assets/mirror.ts';
import { createChangeTypes } from './prepare/change-types.ts';
import { collectInputs, digestPreparation } from './prepare/prepare.ts';
import { createPrepareRows } from './prepare/prepare-rows.ts';
import { createStatusTypes } from './prepare/status-types.ts';
import type { TrustedContent } from './read/current/trust-content.ts';
import { createFreshness } from './read/freshness.ts';
import { decideOwnership } from './read/ownership.ts';
import { createPageMemory } from './read/page-memory.ts';
import { addStatusTypes, addTypes } from './read/sources/status-types.ts';
import type { SourceSet, Upstream } from './read/sources/upstream.ts';

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
  dryRun?: boolean;
  /** Whether to read every record and prepare every entry again. */
  full?: boolean;
  /** Whether to replace the content of another workspace. By default, this is an error. */
  replace?: boolean;
  /** Whether to apply removals even if there are suspiciously many. */
  allowMassDelete?: boolean;
  /** Whether to copy pictures and files. If false, pages link to the originals. */
  assets: boolean;
  /** Time limit for downloads. Later syncs download what is still missing. */
  assetBudget: Budget;
  onProgress?: OnProgress;
}

/** Everything that the stages of one sync share. */
export type Session = Awaited<ReturnType<typeof openSession>>;

interface Opened {
  api: Api;
  /** The address that `.sync.json` records. */
  address: string;
  /** The content before the sync. */
  before: TrustedContent;
  read: Upstream;
  /** The releases to sync; undefined for everything. */
  ids: readonly string[] | undefined;
}

/**
 * @param lifetime holds the folder of the copied files
 * @throws WaymarkError if the content belongs to another workspace
 */
export async function openSession(
  options: SyncOptions,
  { read, ...opened }: Opened,
  lifetime: DisposableStack,
) {
  const { address, before } = opened;
  const { client, sources, now, assets, assetBudget: budget, onProgress = () => {} } = options;
  const owner = decideOwnership(before.state, read.workspace, sources, options.replace === true);
  const current = owner === 'same' ? before : emptyContent();
  const upstream = sources ? addStatusTypes(read, current) : read;
  const { workspace } = upstream;
  const full =
    options.full === true || (current.state !== undefined && current.state.api !== address);

  const cache = await loadSyncCache(options.cacheFile);
  const memory = createAssetMemory(cache, { now, retriesAll: full, files: before.intact });
  const from = { baseUrl: client.baseUrl, download: sources?.download ?? client.download };
  const mirror = lifetime.use(
    createMirror({ assets, client: from, memory, budget, now, folder: chooseDownloads(options) }),
  );
  const types = createChangeTypes(workspace);
  // The statuses in the existing content are needed for entries whose rows could not be read. Rows
  // must not be prepared with them: all would have to be prepared again once one disappears.
  const kept = sources && current.workspace?.status_types;
  const statuses = createStatusTypes(addTypes(workspace, kept ?? []));
  const base = URL.parse(workspace.url ?? '') ?? undefined;
  return {
    ...options,
    ...opened,
    onProgress,
    dryRun: options.dryRun === true,
    allowMassDelete: options.allowMassDelete === true,
    upstream,
    timeZone: upstream.timeZone,
    workspace,
    /** The content that the sync continues: `before`, or empty if that is replaced. */
    current,
    owner,
    full,
    known: current.known,
    /**
     * Whether the state lists all entries that were public, so that any other entry is new. False at
     * a first sync.
     */
    knowsAll: owner === 'same' && before.hasState,
    /** Digest of Waymark's version and of the options with which entries are now prepared. */
    prepared: digestPreparation(workspace, assets),
    inputs: byKind<Record<EntryKind, unknown>>((kind) => collectInputs(kind, workspace, assets)),
    cache,
    memory,
    freshness: createFreshness(cache.readTimes, now, full),
    pages: createPageMemory(cache.pages, now, full),
    mirror,
    types,
    statuses,
    prepare: createPrepareRows({ types, statuses, mirror, base }, onProgress),
  };
}

/** A dry run neither writes to the content nor holds its lock. */
function chooseDownloads({ contentDir, dryRun }: SyncOptions): string {
  return dryRun ? join(tmpdir(), `waymark-assets-${randomUUID()}`) : downloadsFolder(contentDir);
}
