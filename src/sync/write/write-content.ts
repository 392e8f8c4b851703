import { saveSyncCache } from '../../store/sync-cache.ts';
import { applyChanges } from '../../store/write/apply.ts';
import { listMissing } from '../plan/entries.ts';
import type { Session } from '../session.ts';
import { buildReport } from './report/build-report.ts';
import type { SyncReport } from './report/report.ts';
import type { Results } from './report/warnings.ts';

/** Applies the changes, saves the cache for the next sync, and returns the report. */
export async function writeContent(results: Results): Promise<SyncReport> {
  const { session, decisions, entries, changes } = results;
  const { contentDir, dryRun, memory, onProgress } = session;
  const missing = listMissing(entries, decisions, memory);
  let cacheError: string | undefined;
  if (!dryRun) {
    onProgress('writing', 0, changes.length);
    await applyChanges(contentDir, changes);
    onProgress('writing', changes.length, changes.length);
    cacheError = await saveCache(session, missing);
  }
  return buildReport({ ...results, missing, cacheError });
}

async function saveCache(session: Session, missing: ReturnType<typeof listMissing>) {
  const { cache, ids, freshness, pages, memory, mirror, cacheFile } = session;
  // A sync by id has seen no page of a list and few records, so the others stay remembered.
  const others = ids ? cache : { readTimes: {}, pages: {} };
  return saveSyncCache(cacheFile, cache, {
    readTimes: { ...others.readTimes, ...freshness.next() },
    pages: { ...others.pages, ...pages.next() },
    ...memory.next(missing, mirror.copies),
  });
}
