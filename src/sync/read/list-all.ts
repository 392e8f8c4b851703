import type { UnreadableRow } from '../../client/walk.ts';
import { createBounds, noBound, type ReadBack, readBack } from './windows/read-back.ts';
import {
  createWindowReader,
  type Listing,
  type ListSource,
  type WindowRow,
} from './windows/read-window.ts';
import { readSplit, type SplitOptions } from './windows/split.ts';

// Reads all rows of a list that can be reached. A request shows at most the first 1,100 rows, so
// older rows are requested by creation time if the API supports this filter, otherwise by project
// and label. If older rows may still be missing, the result says so.

interface ListedRows<Row extends WindowRow> extends Pick<Listing<Row>, 'settled' | 'full'> {
  rows: (Row | UnreadableRow)[];
}

/** @throws ApiError */
export async function listAll<Row extends WindowRow>(
  options: ListSource<Row> & SplitOptions,
): Promise<ListedRows<Row>> {
  const listing: Listing<Row> = { seen: new Map(), settled: true, full: [], ignored: new Set() };
  const bounds = createBounds();
  const reader = createWindowReader(options, listing);
  const read: ReadBack = (filters, from) => readBack(reader, bounds, filters, from);
  const readEverything = async () => {
    listing.full.length = 0;
    const { missingBefore } = await read({}, noBound);
    if (missingBefore !== undefined) await readSplit(options, listing, read, missingBefore);
  };
  await readEverything();
  // If the API ignored time bounds, all results that relied on them are read again without bounds.
  if (bounds.areUsed && !bounds.areTrusted) await readEverything();
  const { seen, settled, full } = listing;
  return { rows: [...seen.values()], settled, full };
}
