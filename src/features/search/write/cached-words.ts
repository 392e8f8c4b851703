import type { Cache } from '../../feature.ts';
import type { GroupWords } from './group-words.ts';

/** A group whose words can be cached. */
export interface CacheableGroup {
  /** Changes with anything that its words are made of. */
  key: string;
  /** Reads all its entries. */
  words(): Promise<GroupWords>;
}

/** The words of groups, from the cache where it has them. Writes the others to it. */
export async function cachedWords(
  groups: readonly CacheableGroup[],
  cache: Cache | undefined,
): Promise<GroupWords[]> {
  const known = await readCache(cache);
  const all = new Map<string, GroupWords>();
  for (const { key, words } of groups) all.set(key, known.get(key) ?? (await words()));
  const isSame = all.size === known.size && [...all.keys()].every((key) => known.has(key));
  // A cache that cannot be written costs time only.
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
