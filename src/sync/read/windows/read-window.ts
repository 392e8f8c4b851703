import { ApiError } from '../../../client/api-error.ts';
import type { ReadPage, Records } from '../../../client/endpoints.ts';
import { isTransient } from '../../../client/retry.ts';
import { UnreadableRow, type Walk } from '../../../client/walk.ts';
import { toIsoUtc } from '../../../lib/time/clock.ts';
import type { EntryKind } from '../../../model/content/entry-kinds.ts';
import { disobeyed, type ListFilters, type Refs, refsOf } from './refs.ts';

export interface WindowRow {
  /** As the row tells it, usable or not. */
  id: string | undefined;
  refs: Refs;
  /** When it was created, in whole milliseconds since 1970; undefined where the row does not tell. */
  created: number | undefined;
}

/** What was read of a list. */
export interface Listing<Row extends WindowRow> {
  /** By id, and those without one by their place. */
  seen: Map<string, Row | UnreadableRow>;
  /** Two passes agreed on every window. */
  settled: boolean;
  /** In words: every window that stayed full, so that rows may be missing behind it. */
  full: string[];
  /** Names of filters that the API did not obey. */
  ignored: Set<string>;
}

export interface WindowReader {
  /**
   * Reads one window into what was read of its list; a filter that is not obeyed is noted.
   * @param before only what was created before it, in milliseconds since 1970; infinite: everything
   * @returns undefined where the API does not do so
   */
  read(filters: ListFilters, before: number): Promise<Walk<WindowRow> | undefined>;
  /** What was read so far that filters let through, created in this millisecond: its ids. */
  idsAt(filters: ListFilters, instant: number): Set<string>;
}

export interface ListSource<Row extends WindowRow> {
  api: Records;
  name: EntryKind;
  filters: ListFilters;
  /** Told of pages as they come, before it is known that their rows stay. */
  readPage: ReadPage<Row>;
}

/** A window without a bound is read once, however often it is asked for. */
export function windowReader<Row extends WindowRow>(
  source: ListSource<Row>,
  listing: Listing<Row>,
): WindowReader {
  const known = new Map<string, Walk<Row>>();
  const read: WindowReader['read'] = async (filters, before) => {
    const key = JSON.stringify([filters, before]);
    const isBounded = before < Number.POSITIVE_INFINITY;
    const walk =
      known.get(key) ?? (await (isBounded ? readBefore : readAll)(source, filters, before));
    if (!walk || known.has(key)) return walk;
    if (!isBounded) known.set(key, walk);
    note(walk, filters, key, listing);
    return walk;
  };
  const idsAt: WindowReader['idsAt'] = (filters, instant) =>
    new Set(
      [...listing.seen.values()].flatMap((row) =>
        row instanceof UnreadableRow ||
        row.created !== instant ||
        disobeyed(row.refs, filters).length > 0
          ? []
          : (row.id ?? []),
      ),
    );
  return { read, idsAt };
}

function note<Row extends WindowRow>(
  { rows, state }: Walk<Row>,
  filters: ListFilters,
  key: string,
  listing: Listing<Row>,
): void {
  if (state === 'unsettled') listing.settled = false;
  for (const [index, row] of rows.entries()) {
    const id = row instanceof UnreadableRow ? undefined : row.id;
    listing.seen.set(id ?? `${key} ${index}`, row);
    for (const filter of disobeyed(refsOf(row), filters)) listing.ignored.add(filter);
  }
}

function readAll<Row extends WindowRow>(
  { api, name, filters, readPage }: ListSource<Row>,
  more: ListFilters,
) {
  return api.list(name, { ...filters, ...more }, readPage);
}

/** Ends with the first page that does not obey: an API that knows no bound would show all again. */
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
    // Where it is the API that is in trouble, it is so without a bound as well.
    const { status = 503 } = error.request;
    if (isTransient(status)) await readAll(source, more);
    return undefined;
  }
}
