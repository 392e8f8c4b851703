import type { Cache } from '../../feature.ts';
import type { GroupWords } from './group-words.ts';

/** A group whose words can be cached. */
export interface CacheableGroup {
  /** A key that changes whenever the group's words could change. */
  key: string;
  /** Reads all entries of the group. */
  words(): Promise<GroupWords>;
}

/**
 * Returns the words of each group, from the cache if it has them. Reads the words of the remaining
 * groups and adds them to the cache.
 */
export async function cachedWords(
  groups: readonly CacheableGroup[],
  cache: Cache | undefined,
): Promise<GroupWords[]> {
  const known = await readCache(cache);
  const all = new Map<string, GroupWords>();
  for (const { key, words } of groups) all.set(key, known.get(key) ?? (await words()));
  const isSame = all.size === known.size && [...all.keys()].every((key) => known.has(key));
  // If the cache cannot be written, the next build only takes longer.
  if (cache && !isSame) await cache.write(JSON.stringify([...all])).catch(() => {});
  return [...all.values()];
}

async function readCache(cache: Cache | undefined): Promise<ReadonlyMap<string, GroupWords>> {
  try {
    return new Map(JSON.parse((await cache?.read()) ?? '[]'));
  } catch {
    return new Map();
  }
}
