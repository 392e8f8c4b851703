import type { SyncReport } from '../src/sync/report.ts';
import { type BuildOptions, buildSite } from './build-site.ts';
import { type SyncOnceOptions, syncOnce } from './sync-once.ts';

export interface RebuildOptions extends BuildOptions {
  api: SyncOnceOptions['api'];
}

/** One turn of the whole path: sync, then build, then the new site in the old one's place. */
export async function rebuild(options: RebuildOptions): Promise<SyncReport> {
  const { api, contentDir, signal } = options;
  const report = await syncOnce({ api, contentDir, ...(signal && { signal }) });
  await buildSite(options);
  return report;
}
