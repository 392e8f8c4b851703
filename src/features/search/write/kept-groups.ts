import type { Cache } from '../../feature.ts';
import type { GroupWords } from './group-words.ts';

/** Words of a group, and the key of all that they were made of. */
interface KeptGroup extends GroupWords {
  key: string;
}

/** A group that is written. */
export interface WrittenGroup {
  key: string;
  /** Reads all its entries. */
  words(): Promise<GroupWords>;
}

/** The words of groups: what the build before kept, and of other groups what their entries hold. */
export async function keptWords(
  groups: readonly WrittenGroup[],
  cache: Cache | undefined,
): Promise<GroupWords[]> {
  const known = await readKept(cache);
  const all: KeptGroup[] = [];
  for (const { key, words } of groups) all.push(known.get(key) ?? { key, ...(await words()) });
  const isSame = all.length === known.size && all.every((one) => known.get(one.key) === one);
  // What cannot be kept is made again.
  if (cache && !isSame) await cache.write(JSON.stringify(all)).catch(() => {});
  return all;
}

async function readKept(cache: Cache | undefined): Promise<ReadonlyMap<string, KeptGroup>> {
  try {
    const all: KeptGroup[] = JSON.parse((await cache?.read()) ?? '[]');
    return new Map(all.map((one) => [one.key, one]));
  } catch {
    return new Map();
  }
}
