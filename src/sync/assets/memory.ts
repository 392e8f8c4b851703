import { fractionOf } from '../../lib/digest.ts';
import { growingGap } from '../../lib/time/growing-gap.ts';
import type { Asset } from '../../model/content/content.ts';
import type { MissingAsset, SyncCache } from '../../model/content/sync-cache.ts';

// Takes what the last sync remembered of pictures and files; says what is to be asked for again,
// and gives what to remember next.
// What fails again and again is asked for less and less often, down to once a day.
// Never grows beyond its bounds, whatever the API names.

export interface AssetMemory {
  /**
   * Whether an entry that lacks something is to be prepared again: some of that may be had by now,
   * or nothing is known of it.
   */
  isDue(entry: string): boolean;
  /** What an entry lacks. */
  missingOf(entry: string): MissingAsset[];
  /** What could not be had and is not to be asked for yet. */
  resting(key: string): MissingAsset | undefined;
  /** How often something was asked for in vain up to now, and when last. */
  asked(key: string): MissingAsset['asked'];
  /** The copy that stands in the content folder. */
  copyOf(key: string): Asset | undefined;
  /**
   * What the next sync is to remember.
   * @param missing what entries lack, by their paths
   * @param copies those that this sync made, by their keys
   */
  next(
    missing: ReadonlyMap<string, MissingAsset[]>,
    copies: ReadonlyMap<string, Asset>,
  ): Pick<SyncCache, 'missing' | 'copies'>;
}

interface MemoryOptions {
  now: Date;
  /** Asks for everything again. */
  all: boolean;
  /** The names of the copies that stand in the content folder. */
  files: Pick<ReadonlySet<string>, 'has'>;
}

const minute = 60_000;
const gaps = { first: 5 * minute, max: 24 * 60 * minute };

export function createAssetMemory(
  { missing, copies }: Pick<SyncCache, 'missing' | 'copies'>,
  { now, all, files }: MemoryOptions,
): AssetMemory {
  const byKey = new Map<string, MissingAsset>();
  for (const one of Object.values(missing).flat())
    if ((byKey.get(one.key)?.asked?.last ?? -1) < (one.asked?.last ?? 0)) byKey.set(one.key, one);

  const isResting = ({ key }: MissingAsset): boolean => {
    const asked = byKey.get(key)?.asked;
    if (!asked) return true;
    if (all) return false;
    const waited = now.getTime() - asked.last;
    const spread = fractionOf(key);
    // A clock that was set back makes nothing wait.
    return asked.times > 0 && waited >= 0 && waited < growingGap(asked.times, gaps, spread);
  };
  const missingOf = (entry: string) => (Object.hasOwn(missing, entry) && missing[entry]) || [];

  return {
    missingOf,
    isDue: (entry) => !Object.hasOwn(missing, entry) || !missingOf(entry).every(isResting),
    resting: (key) => {
      const known = byKey.get(key);
      return known?.asked && isResting(known) ? known : undefined;
    },
    asked: (key) => byKey.get(key)?.asked,
    copyOf: (key) => {
      const copy = Object.hasOwn(copies, key) ? copies[key] : undefined;
      return copy && files.has(copy.file) ? copy : undefined;
    },
    next: (lacking, made) => {
      const standing = Object.entries(copies).filter(([, { file }]) => files.has(file));
      return { missing: bounded(lacking), copies: firstOf([...made, ...standing]) };
    },
  };
}

/** A few megabytes at the most. An entry of which nothing is remembered is prepared at every sync. */
const mostMissing = 20_000;
const mostCopies = 50_000;

function bounded(missing: ReadonlyMap<string, MissingAsset[]>): SyncCache['missing'] {
  let room = mostMissing;
  const fitting = [...missing].filter(([, { length }]) => {
    const fits = length <= room;
    if (fits) room -= length;
    return fits;
  });
  return Object.fromEntries(fitting);
}

/** The first of a key; downloads end in any order, and what is kept is the same for the same content. */
function firstOf(copies: Iterable<[string, Asset]>): SyncCache['copies'] {
  const byKey = new Map<string, Asset>();
  for (const [key, copy] of copies)
    if (!byKey.has(key) && byKey.size < mostCopies) byKey.set(key, copy);
  return Object.fromEntries([...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
