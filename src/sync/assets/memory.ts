import { fractionOf } from '../../lib/digest.ts';
import { growingGap } from '../../lib/time/growing-gap.ts';
import type { Asset } from '../../model/content/content.ts';
import type { MissingAsset, SyncCache } from '../../model/content/sync-cache.ts';

// Remembers between syncs which pictures and files are copied or missing, and when to try the
// missing ones again. Repeated failures are retried less and less often, down to once a day. Its
// size is bounded, whatever the API names.

export interface AssetMemory {
  /**
   * Whether to prepare an entry with missing assets again: one may be retried, or the cache does not
   * know them.
   */
  isDue(entry: string): boolean;
  /** The assets that an entry lacks. */
  missingOf(entry: string): MissingAsset[];
  /** A missing asset whose next attempt is not due yet. */
  notYetDue(key: string): MissingAsset | undefined;
  /** Number of failed attempts, and the time of the last. */
  attemptsOf(key: string): MissingAsset['asked'];
  /** The copy in the content folder. */
  copyOf(key: string): Asset | undefined;
  /**
   * The part of the cache that the next sync reads.
   * @param missing the assets that entries lack, by entry path
   * @param copies made by this sync, by key
   */
  next(
    missing: ReadonlyMap<string, MissingAsset[]>,
    copies: ReadonlyMap<string, Asset>,
  ): Pick<SyncCache, 'missing' | 'copies'>;
}

interface MemoryOptions {
  now: Date;
  /** Retries everything. */
  retriesAll: boolean;
  /** Names of the copies in the content folder. */
  files: Pick<ReadonlySet<string>, 'has'>;
}

const minute = 60_000;
const retryGaps = { first: 5 * minute, max: 24 * 60 * minute };

export function createAssetMemory(
  { missing, copies }: Pick<SyncCache, 'missing' | 'copies'>,
  { now, retriesAll, files }: MemoryOptions,
): AssetMemory {
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
  const missingOf = (entry: string) => (Object.hasOwn(missing, entry) && missing[entry]) || [];

  return {
    missingOf,
    isDue: (entry) => !Object.hasOwn(missing, entry) || !missingOf(entry).every(isNotYetDue),
    notYetDue: (key) => {
      const known = byKey.get(key);
      return known?.asked && isNotYetDue(known) ? known : undefined;
    },
    attemptsOf: (key) => byKey.get(key)?.asked,
    copyOf: (key) => {
      const copy = Object.hasOwn(copies, key) ? copies[key] : undefined;
      return copy && files.has(copy.file) ? copy : undefined;
    },
    next: (nextMissing, newCopies) => {
      const existing = Object.entries(copies).filter(([, { file }]) => files.has(file));
      return {
        missing: limitMissing(nextMissing),
        copies: mergeCopies([...newCopies, ...existing]),
      };
    },
  };
}

/** Keeps the cache to a few megabytes. Entries beyond the limit are prepared at every sync. */
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
 * The first copy of each key, sorted: downloads end in any order, and the cache must not depend on
 * it.
 */
function mergeCopies(copies: Iterable<[string, Asset]>): SyncCache['copies'] {
  const byKey = new Map<string, Asset>();
  for (const [key, copy] of copies)
    if (!byKey.has(key) && byKey.size < maxCopies) byKey.set(key, copy);
  return Object.fromEntries([...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
