import { join, resolve } from 'node:path';
import { createClient } from '../src/client/client.ts';
import type { AuthScheme } from '../src/client/credentials.ts';
import { systemClock } from '../src/lib/clock.ts';
import { digest } from '../src/lib/digest.ts';
import type { SyncReport } from '../src/sync/report.ts';
import { type SyncOptions, sync } from '../src/sync/sync.ts';

export interface SyncOnceOptions extends Partial<SyncOptions> {
  api: { baseUrl: string; key: string; auth: AuthScheme };
  contentDir: string;
  signal?: AbortSignal;
}

/** One sync with this machine's clock; what is not said is as it is by default. */
export async function syncOnce({ api, signal, ...options }: SyncOnceOptions): Promise<SyncReport> {
  await using client = createClient({
    ...api,
    clock: systemClock,
    random: Math.random,
    ...(signal && { signal }),
  });
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
