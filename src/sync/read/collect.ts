import { type ApiError, isRefused } from '../../client/api-error.ts';
import type { Records } from '../../client/endpoints.ts';
import { UnreadableRow } from '../../client/walk.ts';
import { type Quarantined, quarantineUnread } from '../parse/parse-rows.ts';
import type { Prepare, PreparedEntry } from '../prepare/prepare-rows.ts';
import type { Resource } from '../resources.ts';
import { decideById, decideListed, type UsableRow } from './decide-entry.ts';
import type { DecideOptions, Judging } from './judge-row.ts';
import { listAll } from './list-all.ts';
import { type ListedRow, type ReadListOptions, readListPage } from './list-rows.ts';
import { createReadAhead } from './read-ahead.ts';
import type { Named } from './windows/refs.ts';
import type { ListedProjects } from './windows/split.ts';

// Takes one collection of the API and what is known of it; gives what is public of it now, with
// entries prepared while other records are still being read.
// Asks by id for what lists leave out, and for what they no longer show.
// Never lets an entry go because of silence: only a 404 or a row's own word counts.

export interface Collected<E> {
  /** Of everything public: the digest of what its entry is made from, by id. */
  sources: Map<string, string>;
  /** Of what is new, and of what was changed, by id. */
  prepared: Map<string, PreparedEntry<E>>;
  /** Known entries that stay as they are, although no answer shows them as public. */
  kept: { id: string; why: string }[];
  /** Known entries that the API answers 404 for, and of how many they are. */
  missing: { ids: string[]; of: number }[];
  quarantined: Quarantined[];
  /** False where the list kept moving while it was read. */
  settled: boolean;
  /** In words: what lies behind a full window, so that some of it may be missing. */
  full: string[];
  /** Rows of lists that the gate did not let through. */
  refused: number;
  /** Rows that came although the filters asked for others. */
  unfiltered: number;
  /** Where there are several sources: the name of each entry's. */
  from?: ReadonlyMap<string, string>;
}

export interface CollectOptions extends Omit<DecideOptions, 'onUnreadable'>, ReadListOptions {
  api: Records;
  /** For the windows of a list that is too long for one. */
  projects: ListedProjects;
  labels: readonly Named[];
}

/** @throws ApiError when a list or a record cannot be read */
export async function collect<Row extends { id: string }, E>(
  resource: Resource<Row, E>,
  prepare: Prepare<Row, E>,
  options: CollectOptions,
): Promise<Collected<E>> {
  const { known, api } = options;
  const ahead = createReadAhead((id) => api.byId(resource.name, id));
  const outage = outageGuard(known);
  const judging = { resource, prepare, options: { ...options, ...outage }, ahead };
  const { good, bad, unread, settled, full } = await readList(judging, options);
  outage.expect(good.length);
  const seen = new Set([...good, ...bad].map(({ id }) => id));
  const unfiltered = good.filter(({ judged }) => judged.isAgainst).length;
  const shown = await Promise.all(judgeAll(good, judging));
  const unseen = Object.keys(known).filter((id) => !seen.has(id));
  const asked = await Promise.all(unseen.map((id) => decideById(id, judging)));
  const verdicts = [...shown, ...asked];
  // What is too large for its list is so by its id as well: that is told of as kept.
  const keptUnread = asked.filter((v) => v.kind === 'kept' && v.isTooLarge).length;
  const quarantined = [
    ...bad,
    ...unread.slice(keptUnread),
    ...verdicts.flatMap((v) => (v.kind === 'bad' ? v.bad : [])),
  ];
  const fresh = verdicts.filter((decision) => decision.kind === 'fresh');
  return {
    sources: new Map(fresh.map(({ id, source }) => [id, source])),
    prepared: new Map(fresh.flatMap(({ id, prepared }) => (prepared ? [[id, prepared]] : []))),
    kept: [
      ...verdicts.flatMap((v) => (v.kind === 'kept' ? [{ id: v.id, why: v.why }] : [])),
      ...quarantined.flatMap(({ id, isPrivate, why }) =>
        id !== null && Object.hasOwn(known, id) && !isPrivate ? [{ id, why }] : [],
      ),
    ],
    missing: [
      {
        ids: verdicts.flatMap((v) =>
          v.kind === 'missing' && Object.hasOwn(known, v.id) ? [v.id] : [],
        ),
        of: Object.keys(known).length,
      },
    ],
    quarantined,
    settled,
    full,
    refused: shown.filter(({ kind }) => kind === 'private').length,
    unfiltered,
  };
}

/**
 * A record that cannot be read keeps nothing else from standing. On a first sync many of them, or
 * all, are an outage: the beginning of a changelog is no changelog to publish.
 */
function outageGuard(known: CollectOptions['known']) {
  let [most, count] = [Number.POSITIVE_INFINITY, 0];
  return {
    expect: (rows: number) => {
      if (Object.keys(known).length === 0) most = Math.min(rows - 1, Math.max(5, rows / 10));
    },
    onUnreadable: (error: ApiError) => {
      count += 1;
      if (isRefused(error) || count > most) throw error;
    },
  };
}

/** Takes the rows out, and lets each go once it is prepared: bodies are not kept twice. */
function judgeAll<Row extends { id: string }, E>(rows: UsableRow<Row>[], judging: Judging<Row, E>) {
  return rows.splice(0).map((row) => decideListed(row, judging));
}

async function readList<Row extends { id: string }, E>(
  judging: Judging<Row, E>,
  options: CollectOptions,
) {
  const { name, filters } = judging.resource;
  const readPage = readListPage(judging, options);
  const { rows, settled, full } = await listAll({ ...options, name, filters, readPage });
  const unread = rows.filter((row) => row instanceof UnreadableRow);
  const listed = rows.filter((row): row is ListedRow<Row> => !(row instanceof UnreadableRow));
  return {
    good: listed.flatMap(({ id, judged, good }): UsableRow<Row>[] =>
      id !== undefined && judged ? [{ id, judged, good }] : [],
    ),
    bad: listed.flatMap(({ bad }) => bad ?? []),
    unread: unread.map((row) => quarantineUnread(name, row)),
    settled,
    full,
  };
}
