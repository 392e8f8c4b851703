import { WaymarkError } from '../../model/errors.ts';
import type { FormerSync, UnreadableEntry } from '../source.ts';
import type { ForgeRepository } from './forge.ts';
import type { ForgeList } from './lists.ts';
import { type RequestOptions, readOne } from './read-pages.ts';

// Finds the entries that were synced before and are missing from the list. Pages shift while a list
// changes, so a row that the forge still has may be on none of them. It is gone only if the
// forge answers 404 or 410 for it alone, and still shows its repository.

/** A list, completed by the rows that it lacks. */
export interface CompletedRows {
  /** The same array as the list if it lacks none. */
  rows: readonly unknown[];
  /** Entries that the forge did not answer for. They stay. */
  unread: UnreadableEntry[];
}

/** The list of releases, and those that were made again. */
export type Completed = Awaited<ReturnType<typeof completeList>>;

/** How the missing rows of a repository are requested. */
export interface Asking {
  options: RequestOptions;
  repository: ForgeRepository;
  /** Reads the description of the repository again; undefined if it is invalid. */
  readAgain(options: RequestOptions): Promise<ForgeRepository | undefined>;
}

/**
 * Returns `firstIds` too: the ids of entries whose releases were made again, by the ids that the new
 * releases would have.
 * @param listed all rows of the list, even if their tags are not wanted
 */
export async function completeList(
  list: ForgeList,
  listed: readonly unknown[],
  former: FormerSync,
  asking: Asking,
) {
  const entries = formerIn(former, list);
  const { rows, gone, unread } = await askForMissing(list, listed, former, asking);
  const firstIds = [
    ...entries.filter(({ entry, id }) => list.start + id !== entry && !gone.has(entry)),
    ...findRemade(list, rows, entries, gone),
  ].map(({ id, entry }): [string, string] => [list.start + id, entry]);
  return { rows, firstIds: new Map(firstIds), unread };
}

/** An entry of an earlier sync. */
interface Former {
  entry: string;
  /** Id or number in the forge. */
  id: string;
  tag?: string | undefined;
}

/** The entries that earlier syncs found in a list. Those with another start are not from it. */
function formerIn(former: FormerSync, { kind, start }: ForgeList): Former[] {
  return [...former[kind]].flatMap(([entry, { upstream = entry, tag }]) =>
    upstream.startsWith(start) ? [{ entry, id: upstream.slice(start.length), tag }] : [],
  );
}

/**
 * Requests each row that a list lacks alone, one after the other, as GitHub asks for. Stops at the
 * first error, because a used-up limit or a broken network would fail each further request too.
 */
export async function askForMissing(
  list: ForgeList,
  listed: readonly unknown[],
  former: FormerSync,
  asking: Asking,
): Promise<CompletedRows & { gone: ReadonlySet<string> }> {
  const ids = new Set(listed.map((row) => list.identify(row).id));
  const missing = formerIn(former, list).filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return { rows: listed, unread: [], gone: new Set() };
  const { forge, token } = asking.options;
  const uncached = { ...asking, options: { ...asking.options, cached: {} } };
  const found: unknown[] = [];
  const gone: Former[] = [];
  const unread: Former[] = [];
  const isTooMany = token === undefined && missing.length > maxWithoutToken;
  let problem: Problem | undefined = isTooMany
    ? {
        why: `the list lacks ${missing.length} entries, too many to ask for each without a token`,
        next: `Set ${forge.settings.token}, so that the next sync can ask for each of them.`,
      }
    : undefined;
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
    rows: [...listed, ...found],
    gone: new Set(gone.map(({ entry }) => entry)),
    unread: unread.map(({ entry, id, tag = id }) => {
      return { kind: list.kind, id: entry, file: `${list.noun} ${tag}`, why, next };
    }),
  };
}

/** Without a token, GitHub allows 60 requests in an hour. */
const maxWithoutToken = 40;

/** Why entries were not read, and what happens next, if that is not another try. */
type Problem = Pick<UnreadableEntry, 'why' | 'next'>;

async function ask(
  id: string,
  { pathOf, identify, isIn }: ForgeList,
  { options, repository }: Asking,
): Promise<'gone' | { row: unknown } | Problem> {
  try {
    const row = await readOne(pathOf(id), options);
    if (row === undefined || isIn?.(row, repository) === false) return 'gone';
    if (identify(row).id === id) return { row };
    return { why: `${options.forge.name} returned another one` };
  } catch (error) {
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
  gone: ReadonlySet<string>,
): Former[] {
  const known = new Set(entries.map(({ id }) => id));
  const newByTag = new Map(
    rows.flatMap((row) => {
      const { id, tag, isDraft } = identify(row);
      return id === undefined || tag === undefined || isDraft || known.has(id) ? [] : [[tag, id]];
    }),
  );
  return entries.flatMap(({ entry, tag }) => {
    const id = gone.has(entry) && tag !== undefined ? newByTag.get(tag) : undefined;
    return id === undefined ? [] : [{ entry, id }];
  });
}
