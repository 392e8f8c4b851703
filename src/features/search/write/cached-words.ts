import type { Cache } from '../../feature.ts';
import type { GroupWords } from './group-words.ts';

/** A group whose words can be cached. */
export interface CacheableGroup {
  /** Changes whenever anything changes that the group's words depend on. */
  key: string;
  /** Reads all entries of the group. */
  words(): Promise<GroupWords>;
}

/**
 * Returns the words of each group, from the cache if it has them. Words of the other groups are
 * added to the cache.
 */
export async function cachedWords(
  groups: readonly CacheableGroup[],
  cache: Cache | undefined,
): Promise<GroupWords[]> {
  const known = await readCache(cache);
  const all = new Map<string, GroupWords>();
  for (const { key, words } of groups) all.set(key, known.get(key) ?? (await words()));
  const isSame = all.size === known.size && [...all.keys()].every((key) => known.has(key));
  // A failed write of the cache costs only time, in the next build.
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
