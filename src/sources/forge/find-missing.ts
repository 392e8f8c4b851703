import { ApiError } from '../../client/api-error.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { FormerSync, UnreadableEntry } from '../source.ts';
import type { ForgeRepository } from './forge.ts';
import type { ForgeList } from './lists.ts';
import { type RequestOptions, readValue } from './read-pages.ts';

// Finds the entries that were synced before and are missing from the list. Pages shift while a list
// changes, so a row that the forge still has may be on none of them. It is gone only if the
// forge answers 404 or 410 for it alone, and still shows its repository.

/** A list, completed by the rows that it lacks. */
export interface CompletedRows {
  rows: readonly unknown[];
  /**
   * The ids of entries whose releases were made again, by the ids that the new releases would have.
   */
  firstIds: ReadonlyMap<string, string>;
  /** Entries that the forge did not answer for. They stay. */
  unread: UnreadableEntry[];
}

/** How the missing rows of a repository are requested. */
export interface Asking {
  options: RequestOptions;
  repository: ForgeRepository;
  /** Reads the description of the repository again; undefined if it is invalid. */
  readAgain(options: RequestOptions): Promise<ForgeRepository | undefined>;
}

/** A list as it was read, for a first sync. */
export function asListed(rows: readonly unknown[]): CompletedRows {
  return { rows, firstIds: new Map(), unread: [] };
}

/** @param listed all rows of the list, even if their tags are not wanted */
export async function completeList(
  list: ForgeList,
  listed: readonly unknown[],
  former: FormerSync,
  asking: Asking,
): Promise<CompletedRows> {
  const { kind, start, identify } = list;
  // Entries with another start are from another list.
  const entries = [...former[kind]].flatMap(([entry, { upstream = entry, tag }]): Former[] =>
    upstream.startsWith(start) ? [{ entry, id: upstream.slice(start.length), tag }] : [],
  );
  const ids = new Set(listed.map((row) => identify(row).id));
  const missing = entries.filter(({ id }) => !ids.has(id));
  const { found, gone, unread } = await askForMissing(list, missing, asking);
  const rows = [...listed, ...found];
  const firstIds = [
    ...entries.filter((one) => start + one.id !== one.entry && !gone.includes(one)),
    ...findRemade(list, rows, entries, gone),
  ].map(({ id, entry }): [string, string] => [start + id, entry]);
  return { rows, firstIds: new Map(firstIds), unread };
}

/** An entry of an earlier sync. */
interface Former {
  entry: string;
  /** Id or number in the forge. */
  id: string;
  tag?: string | undefined;
}

/**
 * Requests each row that a list lacks alone, one after the other, as GitHub asks for. Stops at the
 * first error, because a used-up limit or a broken network would fail each further request too.
 */
async function askForMissing(list: ForgeList, missing: readonly Former[], asking: Asking) {
  const { forge, token } = asking.options;
  const uncached = { ...asking, options: { ...asking.options, cached: {} } };
  const found: unknown[] = [];
  const gone: Former[] = [];
  const unread: Former[] = [];
  let problem: Problem | undefined;
  if (token === undefined && missing.length > maxWithoutToken)
    problem = {
      why: `the list lacks ${missing.length} entries, too many to ask for each without a token`,
      next: `Set ${forge.settings.token}, so that the next sync can ask for each of them.`,
    };
  for (const one of missing) {
    const answer = problem ?? (await ask(one.id, list, uncached));
    if (answer === 'gone') gone.push(one);
    else if ('row' in answer) found.push(answer.row);
    else {
      problem = answer;
      unread.push(one);
    }
  }
  if (gone.length > 0 && !(await stillShows(uncached))) {
    problem ??= { why: `${forge.name} no longer shows its repository` };
    unread.push(...gone.splice(0));
  }
  const { why = '', next = retry } = problem ?? {};
  return {
    ...{ found, gone },
    unread: unread.map(({ entry, id, tag = id }): UnreadableEntry => {
      return { kind: list.kind, id: entry, file: `${list.noun} ${tag}`, why, next };
    }),
  };
}

/** Without a token, GitHub allows 60 requests in an hour. */
const maxWithoutToken = 40;

/** Why entries were not read, and what happens next, if that is not another try. */
type Problem = Pick<UnreadableEntry, 'why' | 'next'>;

/**
 * Reads a row alone. The status 404 is no proof that the row is gone: GitHub gives the same answer
 * for a repository that the token may not read.
 */
async function ask(
  id: string,
  { pathOf, identify, isIn }: ForgeList,
  { options, repository }: Asking,
): Promise<'gone' | { row: unknown } | Problem> {
  try {
    const row = await readValue(pathOf(id), options);
    if (isIn?.(row, repository) === false) return 'gone';
    if (identify(row).id === id) return { row };
    return { why: `${options.forge.name} returned another one` };
  } catch (error) {
    if (error instanceof ApiError && /^(?:404|410)$/.test(`${error.request.status}`)) return 'gone';
    if (!(error instanceof WaymarkError)) throw error;
    return { why: error.message };
  }
}

const retry = 'The next sync asks again.';

/** Whether the forge shows the repository now, so that a 404 was about the row. */
async function stillShows({ repository, readAgain, options }: Asking): Promise<boolean> {
  try {
    return (await readAgain(options))?.id === repository.id;
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    return false;
  }
}

/** New releases with the tag of a release that is gone: the entry, and the new id in the forge. */
function findRemade(
  { identify }: ForgeList,
  rows: readonly unknown[],
  entries: readonly Former[],
  gone: readonly Former[],
): Former[] {
  const known = new Set(entries.map(({ id }) => id));
  const newByTag = new Map(
    rows.flatMap((row) => {
      const { id, tag, isDraft } = identify(row);
      return id === undefined || tag === undefined || isDraft || known.has(id) ? [] : [[tag, id]];
    }),
  );
  return gone.flatMap(({ entry, tag }) => {
    const id = tag === undefined ? undefined : newByTag.get(tag);
    return id === undefined ? [] : { entry, id };
  });
}
