import { fractionOf } from '../../../lib/digest.ts';
import { growingGap } from '../../../lib/time/growing-gap.ts';
import type { Asset } from '../../../model/content/content.ts';
import type { MissingAsset, SyncCache } from '../../../model/content/sync-cache.ts';

// Remembers between syncs which pictures and files (assets) were copied, which are missing, and
// when to retry the missing ones. After repeated failures, retries become rarer, down to one a day.
// The number of remembered assets is limited.

export type AssetMemory = ReturnType<typeof createAssetMemory>;

interface MemoryOptions {
  now: Date;
  /** Whether failed downloads are retried even before their next attempt is due. */
  retriesAll: boolean;
  /** Names of the copies in the content folder. */
  files: Pick<ReadonlySet<string>, 'has'>;
}

const minute = 60_000;
const retryGaps = { first: 5 * minute, max: 24 * 60 * minute };

export function createAssetMemory(
  { missing, copies }: Pick<SyncCache, 'missing' | 'copies'>,
  { now, retriesAll, files }: MemoryOptions,
) {
  const byKey = new Map<string, MissingAsset>();
  for (const one of Object.values(missing).flat())
    if ((byKey.get(one.key)?.asked?.last ?? -1) < (one.asked?.last ?? 0)) byKey.set(one.key, one);

  const isNotYetDue = ({ key }: MissingAsset): boolean => {
    const asked = byKey.get(key)?.asked;
    if (!asked) return true;
    if (retriesAll) return false;
    const waited = now.getTime() - asked.last;
    const spread = fractionOf(key);
    // If the clock was set back, retry at once.
    return asked.times > 0 && waited >= 0 && waited < growingGap(asked.times, retryGaps, spread);
  };
  /** The assets that an entry lacks. */
  const findMissing = (entry: string) => (Object.hasOwn(missing, entry) && missing[entry]) || [];

  return {
    findMissing,
    /**
     * Whether an entry with missing assets must be prepared again: a retry of one asset is due, or
     * the cache does not know which assets the entry lacks.
     */
    isDue: (entry: string) =>
      !Object.hasOwn(missing, entry) || !findMissing(entry).every(isNotYetDue),
    /** The missing asset with this key, if its next retry is not due yet; otherwise undefined. */
    notYetDue: (key: string) => {
      const known = byKey.get(key);
      return known?.asked && isNotYetDue(known) ? known : undefined;
    },
    /** How often this asset could not be downloaded, and when it was last tried. */
    findAttempts: (key: string) => byKey.get(key)?.asked,
    /** The copy of this asset from an earlier sync, if the content folder still has it. */
    findCopy: (key: string) => {
      const copy = Object.hasOwn(copies, key) ? copies[key] : undefined;
      return copy && files.has(copy.file) ? copy : undefined;
    },
    /**
     * The assets to save in the cache for the next sync.
     * @param nextMissing the assets that entries lack, by entry path
     * @param newCopies made by this sync, by key
     */
    next: (nextMissing: Map<string, MissingAsset[]>, newCopies: ReadonlyMap<string, Asset>) => {
      const existing = Object.entries(copies).filter(([, { file }]) => files.has(file));
      return {
        missing: limitMissing(nextMissing),
        copies: mergeCopies([...newCopies, ...existing]),
      };
    },
  };
}

/**
 * Limits that keep the cache to a few megabytes. An entry whose missing assets are not saved
 * because of the limit is prepared again at every sync.
 */
const maxMissing = 20_000;
const maxCopies = 50_000;

function limitMissing(missing: ReadonlyMap<string, MissingAsset[]>): SyncCache['missing'] {
  let remaining = maxMissing;
  const fitting = [...missing].filter(([, { length }]) => {
    const fits = length <= remaining;
    if (fits) remaining -= length;
    return fits;
  });
  return Object.fromEntries(fitting);
}

/**
 * Keeps the first copy of each key. Sorts by key, so that the cache does not depend on the order in
 * which downloads end.
 */
function mergeCopies(copies: Iterable<[string, Asset]>): SyncCache['copies'] {
  const byKey = new Map<string, Asset>();
  for (const [key, copy] of copies)
    if (!byKey.has(key) && byKey.size < maxCopies) byKey.set(key, copy);
  return Object.fromEntries([...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
