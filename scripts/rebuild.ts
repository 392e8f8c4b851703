import { createClient } from '../src/client/client.ts';
import type { AuthScheme } from '../src/client/credentials.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { SyncReport } from '../src/sync/report.ts';
import { sync } from '../src/sync/sync.ts';
import { type BuildOptions, buildSite } from './build-site.ts';

export interface RebuildOptions extends BuildOptions {
  api: { baseUrl: string; key: string; auth: AuthScheme };
}

/** One turn of the whole path: sync, then build, then the new site in the old one's place. */
export async function rebuild(options: RebuildOptions): Promise<SyncReport> {
  const { api, contentDir, signal } = options;
  await using client = createClient({
    ...api,
    clock: systemClock,
    random: Math.random,
    ...(signal && { signal }),
  });
  const report = await sync({
    client,
    contentDir,
    now: systemClock.now(),
    dryRun: false,
    full: false,
    replace: false,
    allowMassDelete: false,
  });
  await buildSite(options);
  return report;
}
