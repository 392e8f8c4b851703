import { dirname, join, resolve } from 'node:path';
import type { Retrying } from '../../client/client.ts';
import { digest } from '../../lib/digest.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { createBudget } from '../../sync/assets/budget.ts';
import { type SyncedReleases, syncReleases } from '../../sync/by-id/sync-releases.ts';
import type { SyncReport } from '../../sync/report/report.ts';
import { openSources } from '../../sync/sources/open-sources.ts';
import { type SyncOptions, sync } from '../../sync/sync.ts';
import { type ApiSettings, connect } from './connect.ts';
import { createNeedsAction } from './needs-action.ts';
import { readSourcesFile, type SourcesSettings } from './sources-settings.ts';

export interface AssetSettings {
  /** Whether pictures and files are mirrored. */
  assets: boolean;
  /** Maximum time of downloads, in seconds. */
  assetSeconds: number;
}

/** Options with defaults. */
type Optional = 'dryRun' | 'full' | 'replace' | 'allowMassDelete' | 'assets' | 'onProgress';

export interface SyncOnceOptions extends Waiting, Partial<Pick<SyncOptions, Optional>> {
  /** Undefined if no source is the API. */
  api: ApiSettings | undefined;
  /** Sources of releases, unless the API is the only one. */
  sources?: SourcesSettings | undefined;
  contentDir: string;
  assetSeconds?: number | undefined;
  /** Filled with the requests that are being retried. */
  retrying?: Set<Retrying>;
}

/** Enough for thousands of pictures. */
const defaultAssetSeconds = 600;

/** Syncs with the system's clock. */
export async function syncOnce({
  api = noApi,
  sources,
  contentDir,
  assetSeconds = defaultAssetSeconds,
  retrying,
  ...options
}: SyncOnceOptions): Promise<SyncReport> {
  await using client = connect(api, options.signal, retrying);
  const opened =
    sources &&
    (await openSources({
      ...sources,
      text: await readSourcesFile(sources.file),
      cwd: dirname(resolve(sources.file)),
      cacheDir: resolve('.cache', 'sources'),
      client,
      clock: systemClock,
      random: Math.random,
    }));
  // Awaited here: the client lives as long as this function.
  return await sync({
    ...{ dryRun: false, full: false, replace: false, allowMassDelete: false, assets: true },
    ...options,
    client,
    sources: opened,
    // The plan of a pull request runs none of its code.
    needsAction: options.dryRun ? createNeedsAction(() => []) : createNeedsAction(),
    ...foldersOf(contentDir),
    now: systemClock.now(),
    assetBudget: createBudget(assetSeconds, systemClock),
  });
}

/** The client is only used for downloads. */
const noApi: ApiSettings = { baseUrl: 'https://api.waymark.invalid', key: 'none', auth: 'bearer' };

export interface ReleasesRequest extends AssetSettings {
  api: ApiSettings;
  /** Absolute. */
  contentDir: string;
  ids: readonly string[];
}

/** Syncs a few releases with the system's clock. */
export async function syncReleasesOnce({
  api,
  contentDir,
  ids,
  assets,
  assetSeconds,
  ...waiting
}: ReleasesRequest & Waiting): Promise<SyncedReleases> {
  await using client = connect(api, waiting.signal);
  // Awaited here: the client lives as long as this function.
  return await syncReleases({
    client,
    ...foldersOf(contentDir),
    ids,
    needsAction: createNeedsAction(),
    now: systemClock.now(),
    assets,
    assetBudget: createBudget(assetSeconds, systemClock),
    ...waiting,
  });
}

function foldersOf(content: string): { contentDir: string; cacheFile: string } {
  // Node creates folders endlessly for a relative path in a folder that was removed.
  const contentDir = resolve(content);
  const cacheDir = resolve('.cache', 'sync');
  return { contentDir, cacheFile: join(cacheDir, `${digest(contentDir, 16)}.json`) };
}
