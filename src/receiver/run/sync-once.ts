import { join, resolve } from 'node:path';
import type { Retrying } from '../../client/client.ts';
import { digest } from '../../lib/digest.ts';
import type { Waiting } from '../../lib/files/lock.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { createBudget } from '../../sync/assets/budget.ts';
import { type SyncedReleases, syncReleases } from '../../sync/by-id/sync-releases.ts';
import type { SyncReport } from '../../sync/report/report.ts';
import { sync } from '../../sync/sync.ts';
import { type ApiSettings, connect } from './connect.ts';
import type { OnProgress } from './progress.ts';

/** Whether pictures and files are mirrored, and how many seconds there are for that. */
export interface AssetSettings {
  assets: boolean;
  assetSeconds: number;
}

export interface SyncOnceOptions extends Waiting {
  api: ApiSettings;
  contentDir: string;
  /** Plans, and writes nothing. */
  dryRun?: boolean;
  /** Reads every record again and prepares every entry anew. */
  full?: boolean;
  /** Starts from empty where another workspace's content stands. */
  replace?: boolean;
  /** Lets removals through that look like an accident. */
  allowMassDelete?: boolean;
  /** Mirrors pictures and files, unless it is false. */
  assets?: boolean;
  assetSeconds?: number | undefined;
  /** Holds the requests that are being tried again. */
  retrying?: Set<Retrying>;
  onProgress?: OnProgress;
}

/** Enough for thousands of pictures: whoever runs a sync waits for all of them. */
const usualAssetSeconds = 600;

/** One sync with this machine's clock; what is not said is as it is by default. */
export async function syncOnce(options: SyncOnceOptions): Promise<SyncReport> {
  const { api, assetSeconds = usualAssetSeconds, retrying, signal, onWait, onProgress } = options;
  await using client = connect(api, signal, retrying);
  // Awaited here: the client lives as long as this function.
  return await sync({
    client,
    ...foldersOf(options.contentDir),
    now: systemClock.now(),
    dryRun: options.dryRun ?? false,
    full: options.full ?? false,
    replace: options.replace ?? false,
    allowMassDelete: options.allowMassDelete ?? false,
    assets: options.assets ?? true,
    assetBudget: createBudget(assetSeconds, systemClock),
    onWait,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
}

/** Which releases are to be brought. */
export interface ReleasesRequest extends AssetSettings {
  api: ApiSettings;
  /** Absolute. */
  contentDir: string;
  ids: readonly string[];
}

/** Brings a few releases with this machine's clock. */
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
    now: systemClock.now(),
    assets,
    assetBudget: createBudget(assetSeconds, systemClock),
    ...waiting,
  });
}

function foldersOf(content: string): { contentDir: string; cacheFile: string } {
  // Node makes folders for ever where a relative path leads into a folder that was removed.
  const contentDir = resolve(content);
  const cacheDir = resolve('.cache', 'sync');
  return { contentDir, cacheFile: join(cacheDir, `${digest(contentDir, 16)}.json`) };
}
