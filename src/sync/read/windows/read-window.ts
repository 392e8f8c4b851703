import { ApiError } from '../../../client/api-error.ts';
import type { ReadPage, Records } from '../../../client/endpoints.ts';
import { isTransient } from '../../../client/retry.ts';
import { UnreadableRow, type Walk } from '../../../client/walk.ts';
import { toIsoUtc } from '../../../lib/time/clock.ts';
import type { EntryKind } from '../../../model/content/entry-kinds.ts';
import { type ListFilters, mismatchedFilters, type Refs } from './refs.ts';

/** A row of a list. If it cannot be read, it has nothing but an id. */
export interface WindowRow {
  /** The id as the API sends it, even if it is invalid; undefined if it is not a string. */
  id: string | undefined;
  refs?: Refs;
  /** Milliseconds since 1970; undefined if the row has no valid time. */
  created?: number | undefined;
}

/** The part of a list that was read so far. */
export interface Listing<Row extends WindowRow> {
  /** Rows by id. A row without an id has its position as key. */
  seen: Map<string, Row | UnreadableRow>;
  /** False if the list kept changing while a window was read. */
  settled: boolean;
  /** Descriptions, for the report, of parts of the list from which rows may be missing. */
  full: string[];
  /** Names of filters that the API ignored. */
  ignored: Set<string>;
}

export type WindowReader = ReturnType<typeof createWindowReader>;

export interface ListSource<Row extends WindowRow> {
  api: Records;
  name: EntryKind;
  filters: ListFilters;
  /** Called for each page, before it is known whether the list changed while it was read. */
  readPage: ReadPage<Row>;
}

/**
 * Creates a reader of windows. It reads a window without a time bound only once and reuses the
 * result.
 */
export function createWindowReader<Row extends WindowRow>(
  source: ListSource<Row>,
  listing: Listing<Row>,
) {
  const known = new Map<string, Walk<Row>>();
  /**
   * Adds one window to the listing, and records filters that the API ignored.
   * @param before time bound in milliseconds since 1970: only rows created before it are read;
   * infinite for all rows
   * @returns no rows, unsettled, if the API does not support the bound
   */
  const read = async (filters: ListFilters, before: number): Promise<Walk<Row>> => {
    const key = JSON.stringify([filters, before]);
    const isBounded = before < Number.POSITIVE_INFINITY;
    const walk =
      known.get(key) ?? (await (isBounded ? readBefore : readAll)(source, filters, before));
    if (!walk) return { rows: [], state: 'unsettled' };
    if (known.has(key)) return walk;
    if (!isBounded) known.set(key, walk);
    addToListing(walk, filters, key, listing);
    return walk;
  };
  /** Ids of the rows seen so far that match the filters and were created in this millisecond. */
  const idsAt = (filters: ListFilters, instant: number) =>
    new Set(
      [...listing.seen.values()].flatMap(({ id, refs, created }: WindowRow) =>
        created === instant && mismatchedFilters(refs, filters).length === 0 ? (id ?? []) : [],
      ),
    );
  return { read, idsAt };
}

function addToListing<Row extends WindowRow>(
  { rows, state }: Walk<Row>,
  filters: ListFilters,
  key: string,
  listing: Listing<Row>,
): void {
  if (state === 'unsettled') listing.settled = false;
  for (const [index, row] of rows.entries()) {
    const id = row instanceof UnreadableRow ? undefined : row.id;
    listing.seen.set(id ?? `${key} ${index}`, row);
    const { refs }: WindowRow = row;
    for (const filter of mismatchedFilters(refs, filters)) listing.ignored.add(filter);
  }
}

function readAll<Row extends WindowRow>(
  { api, name, filters, readPage }: ListSource<Row>,
  more: ListFilters,
) {
  return api.list(name, { ...filters, ...more }, readPage);
}

/**
 * Reads a window with a time bound. If a page ignores the bound, the window is dropped, because the
 * API would return the whole list again.
 */
async function readBefore<Row extends WindowRow>(
  source: ListSource<Row>,
  more: ListFilters,
  before: number,
) {
  let isObeyed = true;
  const readPage: ReadPage<Row> = (digest, rows) => {
    const page = source.readPage(digest, rows);
    isObeyed &&= page.every(({ created = before }) => created < before);
    return isObeyed ? page : [];
  };
  try {
    const bound = { ...more, created_before: toIsoUtc(new Date(before)) };
    const walk = await readAll({ ...source, readPage }, bound);
    return isObeyed ? walk : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status = 503 } = error.request;
    // Checks whether the bound or the whole API is the problem. If a request without the bound
    // fails too, its error is thrown.
    if (isTransient(status)) await readAll(source, more);
    return undefined;
  }
}
