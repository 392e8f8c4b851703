import type { Asset } from '../../model/content/content.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import type { AssetKind } from './asset-bytes.ts';
import type { Mirror } from './mirror.ts';

/** What one entry takes from a mirror. */
export interface EntryAssets {
  /** A copy; undefined where there is none to be had. */
  fetch(address: string, kind: AssetKind): Promise<Asset | undefined>;
  /** Where a page leads readers to the original of what has no copy; undefined: nowhere. */
  link(address: string): string | undefined;
  /** What could not be had, in an order of its own. */
  missing(): MissingAsset[];
}

/** @param unchanged its row is as it was: copies that are there already will do */
export function entryAssets(mirror: Mirror, unchanged: boolean): EntryAssets {
  const byKey = new Map<string, MissingAsset>();
  return {
    link: mirror.link,
    fetch: async (address, kind) => {
      const { asset, missing } = await mirror.fetch(address, kind, unchanged);
      if (missing) byKey.set(missing.key, missing);
      return asset;
    },
    missing: () => [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  };
}
