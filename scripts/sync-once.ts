import { join, resolve } from 'node:path';
import { systemClock } from '../src/lib/clock.ts';
import { digest } from '../src/lib/digest.ts';
import type { SyncReport } from '../src/sync/report.ts';
import { type SyncOptions, sync } from '../src/sync/sync.ts';
import { type ApiSettings, connect } from './connect.ts';

export interface SyncOnceOptions extends Partial<SyncOptions> {
  api: ApiSettings;
  contentDir: string;
}

/** One sync with this machine's clock; what is not said is as it is by default. */
export async function syncOnce({ api, ...options }: SyncOnceOptions): Promise<SyncReport> {
  await using client = connect(api, options.signal);
  const contentDir = resolve(options.contentDir);
  // Awaited here: the client lives as long as this function.
  return await sync({
    client,
    readTimesFile: join('.cache', 'sync', `${digest(contentDir, 16)}.json`),
    now: systemClock.now(),
    dryRun: false,
    full: false,
    replace: false,
    allowMassDelete: false,
    assets: true,
    ...options,
  });
}
