import type { UnreadableRow } from '../../client/walk.ts';
import { createBounds, noBound, type ReadBack, readBack } from './windows/read-back.ts';
import {
  type Listing,
  type ListSource,
  type WindowRow,
  windowReader,
} from './windows/read-window.ts';
import { type SplitOptions, split } from './windows/split.ts';

// Takes a list of the API; gives all of its rows that can be reached.
// A list shows its rows 0–1,099 only: of a longer one, what was created earlier is asked for, where
// the API can be trusted with that; else it is read again by project, and by label.
// Never claims to be complete where a window stayed full.

interface ListedRows<Row extends WindowRow> extends Pick<Listing<Row>, 'settled' | 'full'> {
  rows: (Row | UnreadableRow)[];
}

/** @throws ApiError */
export async function listAll<Row extends WindowRow>(
  options: ListSource<Row> & SplitOptions,
): Promise<ListedRows<Row>> {
  const listing: Listing<Row> = { seen: new Map(), settled: true, full: [], ignored: new Set() };
  const bounds = createBounds();
  const reader = windowReader(options, listing);
  const read: ReadBack = (filters, from) => readBack(reader, bounds, filters, from);
  const readEverything = async () => {
    listing.full.length = 0;
    const { missingBefore } = await read({}, noBound);
    if (missingBefore !== undefined) await split(options, listing, read, missingBefore);
  };
  await readEverything();
  // What counted as complete by bounds that failed later is read without any.
  if (bounds.areUsed && !bounds.areTrusted) await readEverything();
  const { seen, settled, full } = listing;
  return { rows: [...seen.values()], settled, full };
}
