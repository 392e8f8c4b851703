import { ApiError } from '../client/api-error.ts';
import type { Api } from '../client/endpoints.ts';
import { digestOf } from '../lib/digest.ts';
import type { Known } from '../model/sync-state.ts';
import { type Collection, isReduced } from './collection.ts';
import type { Freshness } from './freshness.ts';
import { judgeRows, type Quarantined } from './judge-rows.ts';
import { listAll } from './list-all.ts';

// Takes one collection of the API and what is known of it; gives what is public of it now.
// Asks by id for what lists leave out, and for what they no longer show.
// Never lets an entry go because of silence: only a 404 or a row's own word counts.

export interface Collected<Row> {
  /** Of everything public: the digest of what its entry is made from, by id. */
  sources: Map<string, string>;
  /**
   * The public rows whose entries are not right any more, by id. Whoever prepares one takes it
   * out: thousands of bodies are not kept twice.
   */
  rows: Map<string, Row>;
  /** Known entries that stay as they are, although no answer shows them as public. */
  kept: { id: string; why: string }[];
  /** Known entries that the API answers 404 for. */
  missing: string[];
  quarantined: Quarantined[];
  /** False where the list kept moving while it was read. */
  settled: boolean;
  /** In words: what lies behind a full window, so that some of it may be missing. */
  full: string[];
  /** Rows that came although the filters asked for others. */
  unfiltered: number;
}

export interface CollectOptions {
  api: Api;
  now: Date;
  /** By id: what the content folder holds. */
  known: Readonly<Record<string, Known>>;
  /** What entries depend on apart from their row; another value prepares all of them anew. */
  basis: unknown;
  /** Reads every record again and prepares its entry anew. */
  full: boolean;
  freshness: Freshness;
  /** For the windows of a list that is too long for one. */
  projects: readonly string[];
  labels: readonly string[];
}

type Verdict<Row> =
  | { kind: 'fresh'; id: string; source: string; row: Row | undefined }
  | { kind: 'private' }
  | { kind: 'kept'; id: string; why: string }
  | { kind: 'missing'; id: string }
  | { kind: 'bad'; bad: Quarantined[] };

/** @throws ApiError when a list or a record cannot be read */
export async function collect<Row extends { id: string }>(
  collection: Collection<Row>,
  options: CollectOptions,
): Promise<Collected<Row>> {
  const { known } = options;
  const { good, bad, settled, full } = await readList(collection, options);
  const shown = await Promise.all(good.map((row) => judgeListed(row, collection, options)));
  const seen = new Set([...good, ...bad].map(({ id }) => id));
  const unseen = Object.keys(known).filter((id) => !seen.has(id));
  const asked = await Promise.all(unseen.map((id) => askOrKeep(id, collection, options)));
  const verdicts = [...shown, ...asked];
  const quarantined = [...bad, ...verdicts.flatMap((v) => (v.kind === 'bad' ? v.bad : []))];
  const fresh = verdicts.filter((verdict) => verdict.kind === 'fresh');
  return {
    sources: new Map(fresh.map(({ id, source }) => [id, source])),
    rows: new Map(fresh.flatMap(({ id, row }) => (row ? [[id, row]] : []))),
    kept: [
      ...verdicts.flatMap((v) => (v.kind === 'kept' ? [v] : [])),
      ...quarantined.flatMap(({ id, isPrivate, why }) =>
        id !== null && Object.hasOwn(known, id) && !isPrivate ? [{ id, why }] : [],
      ),
    ],
    missing: verdicts.flatMap((v) =>
      v.kind === 'missing' && Object.hasOwn(known, v.id) ? [v.id] : [],
    ),
    quarantined,
    settled,
    full,
    unfiltered: good.filter((row) => isAgainst(row, collection.filters)).length,
  };
}

/** The rows as they came are let go here: judged ones are a second copy. */
async function readList<Row extends { id: string }>(
  { name, filters, schema }: Collection<Row>,
  options: CollectOptions,
) {
  const { rows, settled, full } = await listAll({ ...options, name, filters });
  return { ...judgeRows(name, rows, schema), settled, full };
}

async function judgeListed<Row extends { id: string }>(
  row: Row,
  collection: Collection<Row>,
  options: CollectOptions,
): Promise<Verdict<Row>> {
  const { known, now, basis, full, freshness } = options;
  const source = digestOf([basis, row]);
  const reduced = isReduced(row, collection.whole);
  if (!reduced && !collection.isPublic(row, now)) return { kind: 'private' };
  if (isAgainst(row, collection.filters)) return { kind: 'private' };
  const unchanged = !full && known[row.id]?.source === source;
  const due = reduced && freshness.isDue(`${collection.name}/${row.id}`);
  if (unchanged && !due) return { kind: 'fresh', id: row.id, source, row: undefined };
  if (!reduced) return { kind: 'fresh', id: row.id, source, row };
  return askOrKeep(row.id, collection, options, source);
}

/** The API not answering for a record is no reason to take its entry down. */
async function askOrKeep<Row extends { id: string }>(
  id: string,
  collection: Collection<Row>,
  options: CollectOptions,
  listedAs?: string,
): Promise<Verdict<Row>> {
  try {
    return await askById(id, collection, options, listedAs);
  } catch (error) {
    if (!(error instanceof ApiError) || !Object.hasOwn(options.known, id)) throw error;
    return { kind: 'kept', id, why: error.message };
  }
}

async function askById<Row extends { id: string }>(
  id: string,
  collection: Collection<Row>,
  { api, now, basis, freshness }: CollectOptions,
  listedAs?: string,
): Promise<Verdict<Row>> {
  const found = await api.byId(collection.name, id);
  freshness.onRead(`${collection.name}/${id}`);
  if (found.kind === 'missing') return { kind: 'missing', id };
  const { good, bad } = judgeRows(collection.name, [found.value], collection.schema);
  const [row] = good;
  if (!row) return { kind: 'bad', bad: bad.map((one) => ({ ...one, id })) };
  if (!collection.isPublic(row, now)) return { kind: 'private' };
  return { kind: 'fresh', id, source: listedAs ?? digestOf([basis, row]), row };
}

/** Whether a row says itself that it is not what the filters asked for. */
function isAgainst(row: object, filters: Record<string, string>): boolean {
  const fields = row as Record<string, unknown>;
  return Object.entries(filters).some(
    ([name, value]) => fields[name] !== undefined && String(fields[name]) !== value,
  );
}
