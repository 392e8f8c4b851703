import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomically } from '../lib/files/atomic-file.ts';
import { SyncCache } from '../model/content/sync-cache.ts';
import { whyNotWritable } from './cannot-write.ts';

/** Loads the cache of the last sync. It is empty if the file is missing or invalid. */
export async function loadSyncCache(file: string): Promise<SyncCache> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return SyncCache.parse(JSON.parse(text));
  } catch {
    return { readTimes: {}, pages: {}, missing: {}, copies: {} };
  }
}

/**
 * Saves the cache if it changed. If that fails, returns the reason instead of throwing, because the
 * sync has already changed the content and must not fail because of its cache.
 */
export async function saveSyncCache(
  file: string,
  before: SyncCache,
  cache: SyncCache,
): Promise<string | undefined> {
  const text = JSON.stringify(cache);
  if (text === JSON.stringify(before)) return undefined;
  try {
    await writeFileAtomically(file, text);
    return undefined;
  } catch (error) {
    const folder = dirname(file);
    const why = (await whyNotWritable(folder)) ?? (error instanceof Error ? error.message : error);
    return `the cache folder ${folder} is not writable: ${why}. Make it writable for this user`;
  }
}
