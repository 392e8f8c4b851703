import { colourClass } from '../../../site/base/colours.ts';
import type { SiteContext } from '../../../site/base/context.ts';
import type { Cache } from '../../feature.ts';
import type { IndexedYear, SegmentIndex, Shards } from '../index-format.ts';
import { closedIndex } from './closed-index.ts';
import { cutShards } from './cut-shards.ts';
import { type KeptYear, readYears, writeYears } from './kept-years.ts';
import type { YearIndex } from './year-index.ts';

/** A year that is written. */
export interface WrittenYear {
  year: string;
  /** Of all that its index is made of; undefined where nobody keeps anything by it. */
  key: string | undefined;
  /** Reads all its entries. */
  index(): Promise<YearIndex>;
}

/** What stands in the files of a segment that are not those of one of its years. */
export interface SegmentFiles {
  index: string;
  /** Shards with releases; none where there are to be none. */
  closed: string[];
}

/** The files of the newest year's segment. */
export async function currentFiles(
  { index }: WrittenYear,
  site: Pick<SiteContext, 'workspace'>,
): Promise<SegmentFiles> {
  const { words } = await index();
  const { shards: closed, ...borders } = cutShards([], 0);
  return { index: segmentIndex([words.year], borders, site), closed };
}

/**
 * The files of all closed years together. A year whose words are kept is not read, and of no more
 * than one that is not are the entries at hand.
 * @param years oldest first @param shards how many with releases
 */
export async function closedFiles(
  years: readonly WrittenYear[],
  shards: number,
  site: Pick<SiteContext, 'workspace'>,
  kept: Cache | undefined,
): Promise<SegmentFiles> {
  const closed = closedIndex();
  const known = kept ? await readYears(kept) : new Map<string, KeptYear>();
  const all: KeptYear[] = [];
  for (const { year, key = '', index } of years) {
    const before = known.get(year);
    const one = before?.key === key ? before : { key, ...(await index()).words };
    closed.add(one);
    all.push(one);
  }
  if (kept && !isSame(all, known)) await writeYears(kept, all);
  const { shards: texts, ...borders } = closed.cut(shards);
  const indexed = all.map(({ year }) => year);
  return { index: segmentIndex(indexed, borders, site), closed: texts };
}

function isSame(all: readonly KeptYear[], known: ReadonlyMap<string, KeptYear>): boolean {
  return all.length === known.size && all.every((one) => known.get(one.year.year) === one);
}

/** @param years oldest first */
function segmentIndex(
  years: readonly IndexedYear[],
  closed: Shards,
  { workspace }: Pick<SiteContext, 'workspace'>,
): string {
  return JSON.stringify({
    years: years.toReversed(),
    closed,
    types: Object.fromEntries(
      workspace.change_types.map(({ slug, title, color }) => [
        slug,
        { name: title, colour: colourClass(color) },
      ]),
    ),
  } satisfies SegmentIndex);
}
