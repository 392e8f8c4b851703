import { join, resolve } from 'node:path';
import type { Retrying } from '../client/client.ts';
import { digest } from '../lib/digest.ts';
import { systemClock } from '../lib/time/clock.ts';
import { createBudget } from '../sync/assets/budget.ts';
import type { SyncReport } from '../sync/report/report.ts';
import { type SyncOptions, sync } from '../sync/sync.ts';
import { type ApiSettings, connect } from './connect.ts';

/** Whether pictures and files are mirrored, and how many seconds there are for that. */
export interface AssetSettings {
  assets: boolean;
  assetSeconds: number;
}

export interface SyncOnceOptions extends Partial<Omit<SyncOptions, 'assetBudget'>> {
  api: ApiSettings;
  contentDir: string;
  assetSeconds?: number | undefined;
  /** Holds the requests that are being tried again. */
  retrying?: Set<Retrying>;
}

/** Enough for thousands of pictures: whoever runs a sync waits for all of them. */
const usualAssetSeconds = 600;

/** One sync with this machine's clock; what is not said is as it is by default. */
export async function syncOnce(options: SyncOnceOptions): Promise<SyncReport> {
  const { api, assetSeconds = usualAssetSeconds, retrying, ...others } = options;
  await using client = connect(api, options.signal, retrying);
  // Node makes folders for ever where a relative path leads into a folder that was removed.
  const contentDir = resolve(options.contentDir);
  const cacheDir = resolve('.cache', 'sync');
  // Awaited here: the client lives as long as this function.
  return await sync({
    client,
    cacheFile: join(cacheDir, `${digest(contentDir, 16)}.json`),
    now: systemClock.now(),
    dryRun: false,
    full: false,
    replace: false,
    allowMassDelete: false,
    assets: true,
    assetBudget: createBudget(assetSeconds, systemClock),
    ...others,
    contentDir,
  });
}
