import { z } from 'zod';
import { WaymarkError } from '../../model/errors.ts';
import type { FormerSync, Origin, UnreadableEntry } from '../source.ts';
import {
  type ReadReleasesOptions,
  readGitHubRelease,
  readGitHubRepository,
} from './read-releases.ts';

// Finds the releases that were synced before and are missing from the list. Pages shift while a list
// changes, so a release that GitHub still has may be on none of them. It is gone only if GitHub
// answers 404 for it alone, and still shows its repository.

/** Without a token, GitHub allows 60 requests in an hour. */
const maxWithoutToken = 40;

const Identified = z.object({ id: z.int() });

const Published = z.object({
  id: z.int(),
  tag_name: z.string(),
  draft: z.literal(false).default(false),
});

/** The list, completed by the releases that it lacks. */
export interface Completed {
  /** Rows in which each release has the id of its entry. */
  rows: unknown[];
  /** Ids in GitHub of releases that were made again, by the id of their entry. */
  remade: ReadonlyMap<string, string>;
  /** Releases that GitHub did not answer for. Their entries stay. */
  unread: UnreadableEntry[];
}

/** @param listed all rows of the list, even if their tags are not wanted */
export async function completeList(
  repository: { name: string; id: number },
  listed: readonly unknown[],
  former: FormerSync,
  options: ReadReleasesOptions,
): Promise<Completed> {
  const ids = new Set(listed.flatMap((row) => Identified.safeParse(row).data?.id ?? []));
  const entries = [...former.releases].flatMap(([entry, origin]) => {
    const id = numberOf(origin.upstream ?? entry);
    return id === undefined ? [] : [{ entry, id, ...origin }];
  });
  const missing = entries.filter(({ id }) => !ids.has(id));
  const { found, gone, unread } = await askForEach(repository, missing, options);
  const all = [...listed, ...found];
  const remade = new Map([
    ...entries.flatMap(({ entry, id }): [number, string][] =>
      idOf(id) === entry || gone.has(entry) ? [] : [[id, entry]],
    ),
    ...findRemade(all, entries, gone),
  ]);
  const rows = all.map((row) => {
    const entry = remade.get(Identified.safeParse(row).data?.id ?? Number.NaN);
    return entry === undefined ? row : { ...(row as object), id: numberOf(entry) };
  });
  return { rows, remade: new Map([...remade].map(([id, entry]) => [entry, idOf(id)])), unread };
}

interface Missing extends Origin {
  /** Id of the entry. */
  entry: string;
  /** Id in GitHub. */
  id: number;
}

/**
 * Requests each release alone, one after the other, as GitHub recommends. Stops at the first error,
 * because a used-up limit or a broken network would fail each further request too.
 */
async function askForEach(
  repository: { name: string; id: number },
  missing: readonly Missing[],
  options: ReadReleasesOptions,
) {
  const asking = { ...options, cached: {} };
  const found: unknown[] = [];
  const gone = new Set<string>();
  const isTooMany = options.token === undefined && missing.length > maxWithoutToken;
  let failed = isTooMany ? { ...needsToken(missing.length), from: 0 } : undefined;
  for (const [from, { entry, id }] of missing.entries()) {
    if (failed) break;
    const answer = await ask(repository.name, id, asking);
    if (answer.kind === 'found') found.push(answer.row);
    else if (answer.kind === 'gone') gone.add(entry);
    else failed = { why: answer.why, next: retry, from };
  }
  const isProof = gone.size === 0 || (await stillShows(repository, asking));
  const unread = missing.filter(
    ({ entry }, index) => (failed && index >= failed.from) || (!isProof && gone.has(entry)),
  );
  const { why, next } = failed ?? { why: 'GitHub no longer shows its repository', next: retry };
  return {
    found,
    gone: isProof ? gone : new Set<string>(),
    unread: unread.map(({ entry, id, tag }): UnreadableEntry => {
      return { kind: 'releases', id: entry, file: `release ${tag ?? id}`, why, next };
    }),
  };
}

function needsToken(count: number) {
  return {
    why: `the list lacks ${count} releases, too many to ask for each without a token`,
    next: 'Set GITHUB_TOKEN, so that the next sync can ask for each of them.',
  };
}

type Answer = { kind: 'found'; row: unknown } | { kind: 'gone' } | { kind: 'failed'; why: string };

async function ask(name: string, id: number, options: ReadReleasesOptions): Promise<Answer> {
  try {
    const row = await readGitHubRelease(name, id, options);
    if (row === undefined) return { kind: 'gone' };
    const isRight = Identified.safeParse(row).data?.id === id;
    return isRight
      ? { kind: 'found', row }
      : { kind: 'failed', why: 'GitHub returned another one' };
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    return { kind: 'failed', why: error.message };
  }
}

const retry = 'The next sync asks again.';

/** Whether GitHub shows the repository now, so that a 404 was about the release. */
async function stillShows(
  { name, id }: { name: string; id: number },
  options: ReadReleasesOptions,
): Promise<boolean> {
  try {
    return Identified.safeParse(await readGitHubRepository(name, options)).data?.id === id;
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    return false;
  }
}

/** New releases with the tag of a release that is gone: the entry's id, by the id in GitHub. */
function findRemade(
  rows: readonly unknown[],
  entries: readonly Missing[],
  gone: ReadonlySet<string>,
): [number, string][] {
  const known = new Set(entries.map(({ id }) => id));
  const newByTag = new Map(
    rows.flatMap((row) => {
      const { data } = Published.safeParse(row);
      return data && !known.has(data.id) ? [[data.tag_name, data.id] as const] : [];
    }),
  );
  return entries.flatMap(({ entry, tag }): [number, string][] => {
    const id = gone.has(entry) && tag !== undefined ? newByTag.get(tag) : undefined;
    return id === undefined ? [] : [[id, entry]];
  });
}

export function idOf(id: number): string {
  return `github-${id}`;
}

function numberOf(entry: string): number | undefined {
  const [, digits] = /^github-(\d{1,15})$/.exec(entry) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
