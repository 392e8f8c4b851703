import type { Asset } from '../../model/content.ts';
import type { AssetKind } from '../asset-bytes.ts';
import type { AssetFlaw, Mirror } from '../mirror.ts';

/** What one entry takes from a mirror. */
export interface EntryAssets {
  /** A copy; undefined where there is none to be had. */
  fetch(address: string, kind: AssetKind): Promise<Asset | undefined>;
  /** Where a page leads readers to the original of what has no copy; undefined: nowhere. */
  link(address: string): string | undefined;
}

/** A mirror for one entry: what it does not give is added to the entry's `flaws`, each once. */
export function entryAssets(mirror: Mirror, flaws: Set<AssetFlaw>): EntryAssets {
  return {
    link: mirror.link,
    fetch: async (address, kind) => {
      const { asset, flaw } = await mirror.fetch(address, kind);
      if (flaw) flaws.add(flaw);
      return asset;
    },
  };
}
