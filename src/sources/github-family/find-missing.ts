import { WaymarkError } from '../../model/errors.ts';
import { readOne } from '../forge/read-pages.ts';
import type { FormerSync, UnreadableEntry } from '../source.ts';
import { entryId, type ForgeRepository, idInForge, type ListName, pathOf } from './github-like.ts';
import { type ForgeList, type ForgeOptions, readRepository, releaseList } from './read-releases.ts';
import { identify } from './rows.ts';

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

/** The list of releases, in which each release has the id of its entry. */
export type Completed = Awaited<ReturnType<typeof completeList>>;

/**
 * Returns `remade` too: ids in the forge of releases that were made again, by the id of their entry.
 * @param listed all rows of the list, even if their tags are not wanted
 */
export async function completeList(
  repository: ForgeRepository,
  listed: readonly unknown[],
  former: FormerSync,
  options: ForgeOptions,
) {
  const { forge } = options;
  const entries = [...former.releases].flatMap(([entry, { upstream = entry, tag }]) => {
    const id = idInForge(forge, upstream);
    return id === undefined ? [] : [{ entry, id, tag }];
  });
  const asked = await askForMissing(repository, releaseList, listed, entries, options);
  const { rows: all, gone, unread } = asked;
  const remade = new Map([
    ...entries.flatMap(({ entry, id }): [string, string][] =>
      entryId(forge, id) === entry || gone.has(entry) ? [] : [[id, entry]],
    ),
    ...findRemade(all, entries, gone),
  ]);
  const withFirstId = (row: unknown) => {
    const entry = remade.get(identify(row).id ?? '');
    return entry === undefined ? row : { ...(row as object), id: Number(idInForge(forge, entry)) };
  };
  return {
    rows: remade.size === 0 ? all : all.map(withFirstId),
    remade: new Map([...remade].map(([id, entry]) => [entry, entryId(forge, id)])),
    unread,
  };
}

/** An entry of an earlier sync. */
export interface Former {
  entry: string;
  /** Id or number in the forge. */
  id: string;
  tag?: string | undefined;
}

/** What a row of a list is called. */
export function nounOf(list: ListName): string {
  return list.slice(0, -1);
}

/**
 * Requests each row that a list lacks alone, one after the other, as GitHub asks for. Stops at the
 * first error, because a used-up limit or a broken network would fail each further request too.
 * @param repository its name is the one in `sources.yaml`
 */
export async function askForMissing(
  repository: ForgeRepository,
  rows: ForgeList,
  listed: readonly unknown[],
  former: readonly Former[],
  options: ForgeOptions,
): Promise<CompletedRows & { gone: ReadonlySet<string> }> {
  const ids = new Set(listed.map((row) => identify(row)[rows.key]));
  const missing = former.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return { rows: listed, unread: [], gone: new Set() };
  const { forge, token } = options;
  const asking = { ...options, cached: {} };
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
    const answer = problem ?? (await ask(one.id, repository, rows, asking));
    if (answer === 'gone') gone.push(one);
    else if ('row' in answer) found.push(answer.row);
    else {
      problem = answer;
      unread.push(one);
    }
  }
  if (gone.length > 0 && !(await stillShows(repository, asking))) {
    problem ??= { why: `${forge.name} no longer shows its repository` };
    unread.push(...gone.splice(0));
  }
  const kind = rows.list === 'releases' ? rows.list : 'milestones';
  const { why = '', next = retry } = problem ?? {};
  return {
    rows: [...listed, ...found],
    gone: new Set(gone.map(({ entry }) => entry)),
    unread: unread.map(({ entry, id, tag = id }) => {
      return { kind, id: entry, file: `${nounOf(rows.list)} ${tag}`, why, next };
    }),
  };
}

/** Without a token, GitHub allows 60 requests in an hour. */
const maxWithoutToken = 40;

/** Why entries were not read, and what happens next, if that is not another try. */
type Problem = Pick<UnreadableEntry, 'why' | 'next'>;

async function ask(
  id: string,
  { name, page }: ForgeRepository,
  { list, key }: ForgeList,
  options: ForgeOptions,
): Promise<'gone' | { row: unknown } | Problem> {
  try {
    const row = await readOne(pathOf(name, list, id), options);
    const about = identify(row);
    // A forge redirects to an issue that was transferred.
    const isHere = about.page?.startsWith(`${page}/`) ?? true;
    if (row === undefined || (list === 'issues' && page && !isHere)) return 'gone';
    if (about[key] === id) return { row };
    return { why: `${options.forge.name} returned another one` };
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    return { why: error.message };
  }
}

const retry = 'The next sync asks again.';

/** Whether the forge shows the repository now, so that a 404 was about the row. */
async function stillShows({ name, id }: ForgeRepository, options: ForgeOptions): Promise<boolean> {
  try {
    return (await readRepository(name, options))?.id === id;
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    return false;
  }
}

/** New releases with the tag of a release that is gone: the entry's id, by the id in the forge. */
function findRemade(
  rows: readonly unknown[],
  entries: readonly Former[],
  gone: ReadonlySet<string>,
): [string, string][] {
  const known = new Set(entries.map(({ id }) => id));
  const newByTag = new Map(
    rows.flatMap((row) => {
      const { id, tag, isDraft } = identify(row);
      return id === undefined || tag === undefined || isDraft || known.has(id) ? [] : [[tag, id]];
    }),
  );
  return entries.flatMap(({ entry, tag }): [string, string][] => {
    const id = gone.has(entry) && tag !== undefined ? newByTag.get(tag) : undefined;
    return id === undefined ? [] : [[id, entry]];
  });
}
