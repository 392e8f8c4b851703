import { entryKinds } from '../../model/content/entry-kinds.ts';
import type { MissingAsset } from '../../model/content/sync-cache.ts';
import type { AssetMemory } from '../assets/memory.ts';
import type { Crawled } from '../read/crawl.ts';
import type { MergedContent } from './merge.ts';

/** What entries lack, by their paths. */
export function missingOf(
  merged: MergedContent,
  crawled: Crawled,
  memory: AssetMemory,
): Map<string, MissingAsset[]> {
  const missing = entryKinds.flatMap((name) =>
    merged[name].entries.map(({ id }): [string, MissingAsset[]] => {
      const path = `${name}/${id}`;
      const isKnown = merged[name].known[id]?.incomplete === true;
      const known = isKnown ? memory.missingOf(path) : [];
      return [path, crawled[name].prepared.get(id)?.missing ?? known];
    }),
  );
  return new Map(missing.filter(([, { length }]) => length > 0));
}
