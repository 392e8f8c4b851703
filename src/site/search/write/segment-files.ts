import type { ReleaseEntry } from '../../../model/content/content.ts';
import { colourClass } from '../../base/colours.ts';
import type { SiteContext } from '../../base/context.ts';
import type { IndexedYear, SegmentIndex } from '../index-format.ts';
import { closedIndex } from './closed-index.ts';
import { yearIndex } from './year-index.ts';

/** A year that is written: its releases' entries are read when its turn comes. */
export interface WrittenYear {
  year: string;
  shards: number;
  /** Oldest first. */
  entries(): Promise<ReleaseEntry[]>;
}

/** What stands in the files of a segment that hold words. */
export interface SegmentFiles {
  index: string;
  /** Shards with releases; none where `closedShards` is 0. */
  closed: string[];
  years: ReadonlyMap<string, { places: string; shards: string[] }>;
}

/**
 * Writes a segment in one go: each entry is read once, and of no more than one year at a time.
 * @param years oldest first @param closedShards how many shards with releases
 */
export async function segmentFiles(
  years: readonly WrittenYear[],
  closedShards: number,
  site: Pick<SiteContext, 'workspace'>,
): Promise<SegmentFiles> {
  const closed = closedIndex();
  const indexed: IndexedYear[] = [];
  const files = new Map<string, { places: string; shards: string[] }>();
  for (const { year, shards, entries } of years) {
    const index = yearIndex(year, await entries(), shards, site);
    if (closedShards > 0) closed.add(index);
    indexed.push(index.year);
    files.set(year, { places: index.places, shards: index.shards });
  }
  const { shards, ...borders } = closed.cut(closedShards);
  return {
    index: JSON.stringify({
      years: indexed.toReversed(),
      closed: borders,
      types: Object.fromEntries(
        site.workspace.change_types.map(({ slug, title, color }) => [
          slug,
          { name: title, colour: colourClass(color) },
        ]),
      ),
    } satisfies SegmentIndex),
    closed: shards,
    years: files,
  };
}
