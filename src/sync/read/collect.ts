import { type ApiError, isRefused } from '../../client/api-error.ts';
import type { Records } from '../../client/endpoints.ts';
import { UnreadableRow } from '../../client/walk.ts';
import type { DecideContext } from './classify-row.ts';
import { decideById, decideListed } from './decide-entry.ts';
import { type Collected, collectDecisions } from './decisions.ts';
import { createPageReader, type ListedRow } from './list-rows.ts';
import type { PageMemory } from './page-memory.ts';
import { quarantineUnread } from './parse/parse-rows.ts';
import { createReadAhead } from './read-ahead.ts';
import { createBounds, noBound, type ReadBack, readBack } from './windows/read-back.ts';
import {
  createWindowReader,
  type Listing,
  type ListSource,
  type WindowRow,
} from './windows/read-window.ts';
import type { Named } from './windows/refs.ts';
import { type ListedProjects, readSplit, type SplitOptions } from './windows/split.ts';

// Collects the public rows of one list, and prepares their entries while other records are still
// being read. A record is also read by id if the list omits some of its fields, or if it has an
// entry but is no longer in the list. An entry is removed only if the API answers 404 or the record
// is not public, never because a request failed.

export interface CollectOptions<Row extends { id: string }, E>
  extends Omit<DecideContext<Row, E>, 'ahead' | 'onUnreadable'> {
  pages: PageMemory;
  api: Records;
  /** If a list is longer than the API shows, it is read separately for each of these projects. */
  projects: ListedProjects;
  labels: readonly Named[];
}

/** @throws ApiError when a list or a record cannot be read */
export async function collect<Row extends { id: string }, E>(
  options: CollectOptions<Row, E>,
): Promise<Collected<E>> {
  const { known, api } = options;
  const { name, filters } = options.resource;
  const ahead = createReadAhead((id) => api.byId(name, id));
  const outage = createOutageGuard(known);
  const context = { ...options, ...outage, ahead };
  const readPage = createPageReader(context, options.pages);
  const { rows, settled, full } = await listAll({ ...options, name, filters, readPage });
  const unread = rows.filter((row) => row instanceof UnreadableRow);
  const listed = rows.filter((row): row is ListedRow<Row> => !(row instanceof UnreadableRow));
  outage.expect(listed.filter(({ classified }) => classified.kind !== 'bad').length);
  const seen = new Set(listed.map(({ id }) => id));
  const unfiltered = listed.filter(({ classified }) => 'isMismatch' in classified).length;
  // Empties the list, so that the memory of each row is freed once its entry is prepared.
  rows.splice(0);
  const deciding = listed.splice(0).map(({ classified }) => decideListed(classified, context));
  const listedDecisions = await Promise.all(deciding);
  const unseen = [...known.keys()].filter((id) => !seen.has(id));
  const unlistedDecisions = await Promise.all(unseen.map((id) => decideById(id, context)));
  const decisions = [...listedDecisions, ...unlistedDecisions];
  // A record that is too large to be read in its list is also too large when read by id. If the
  // record has an entry, the entry is already reported as unchanged, so the record is not reported
  // a second time.
  const keptUnread = unlistedDecisions.filter((v) => v.kind === 'kept' && v.isTooLarge).length;
  const left = unread.slice(keptUnread).map((row) => quarantineUnread(name, row));
  return {
    ...collectDecisions(decisions, known, left),
    settled,
    full,
    refused: listedDecisions.filter(({ kind }) => kind === 'private').length,
    unfiltered,
  };
}

/**
 * At a first sync, aborts if many records cannot be read: this means an outage, and half a
 * changelog must not be published. Otherwise, unreadable records do not abort a sync.
 */
function createOutageGuard(known: DecideContext<never, unknown>['known']) {
  let [maxUnreadable, count] = [Number.POSITIVE_INFINITY, 0];
  return {
    expect: (rows: number) => {
      if (known.size === 0) maxUnreadable = Math.min(rows - 1, Math.max(5, rows / 10));
    },
    onUnreadable: (error: ApiError) => {
      count += 1;
      if (isRefused(error) || count > maxUnreadable) throw error;
    },
  };
}

// Reads all rows of a list that can be reached. A request shows at most the first 1,100 rows, so
// older rows are requested by creation time if the API supports this filter, otherwise by project
// and label. If older rows may still be missing, the result says so.

/** @throws ApiError */
export async function listAll<Row extends WindowRow>(options: ListSource<Row> & SplitOptions) {
  const listing: Listing<Row> = { seen: new Map(), settled: true, full: [], ignored: new Set() };
  const bounds = createBounds();
  const reader = createWindowReader(options, listing);
  const read: ReadBack = (filters, from) => readBack(reader, bounds, filters, from);
  const readEverything = async () => {
    listing.full.length = 0;
    const missingBefore = await read({}, noBound);
    if (missingBefore !== undefined) await readSplit(options, listing, read, missingBefore);
  };
  await readEverything();
  // If the API ignored time bounds, all results that relied on them are read again without bounds.
  if (bounds.areUsed && !bounds.areTrusted) await readEverything();
  const { seen, settled, full } = listing;
  return { rows: [...seen.values()], settled, full };
}
