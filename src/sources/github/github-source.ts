import { matchesGlob } from 'node:path';
import { z } from 'zod';
import type { HttpAnswer } from '../../client/exchange.ts';
import type { GitHubEntry } from '../../config/sources-file.ts';
import { shorten } from '../../lib/text/text.ts';
import type { Repositories } from '../../model/content/sync-state.ts';
import { countLeftOut, type Sanitise } from '../past/past-release.ts';
import { type PastRow, projectOf, toRows } from '../past-rows.ts';
import {
  type Origin,
  type Source,
  SourceError,
  type SourceRow,
  type SourceRows,
  type UnreadableEntry,
} from '../source.ts';
import { type CachedAnswers, withCachedAnswers } from './cached-answers.ts';
import { convertGitHub, explain } from './convert-github.ts';
import { type Completed, completeList, idOf } from './find-missing.ts';
import { formatMoment } from './rate-limit.ts';
import {
  type ReadReleasesOptions,
  readGitHubReleases,
  readGitHubRepository,
} from './read-releases.ts';
import { GitHubRelease } from './rows.ts';

export interface GitHubSourceOptions
  extends Pick<ReadReleasesOptions, 'baseUrl' | 'token' | 'clock' | 'random'> {
  name: string;
  entry: GitHubEntry;
  sanitise: Sanitise;
  /** File with cached answers. GitHub can confirm that an answer is unchanged. */
  cacheFile: string;
}

type Continued = SourceRows & Required<Pick<SourceRows, 'continueFrom'>>;

const Identified = z.object({
  id: z.int(),
  html_url: z.string().optional().catch(undefined),
  tag_name: z.string().optional().catch(undefined),
});
const Repository = z.object({ id: z.int(), name: z.string(), private: z.boolean() });

/**
 * Creates a source that reads the releases of a GitHub repository (REST API 2022-11-28, "List
 * releases").
 */
export function createGitHubSource(options: GitHubSourceOptions): Source {
  const { name, entry, sanitise, clock } = options;
  const { github: repository, project, tags } = entry;
  const readWith = async (cached: CachedAnswers): Promise<Continued> => {
    const requests = countRequests();
    const asking = { ...options, cached, onAnswer: requests.onAnswer };
    const about = await readRepository(repository, asking);
    if (about.private && !entry.private)
      throw new SourceError(
        `${repository} is private, and its releases would become public. If you want to publish these releases, write "private: true" below the repository in sources.yaml.`,
      );
    const listed = await readGitHubReleases(repository, asking);
    const toSourceRows = (list: Completed, firstName: string): SourceRows => {
      const rows = list.rows.filter((row) => tags === undefined || hasTag(row, tags));
      if (list.rows.length > 0 && rows.length === 0)
        throw new SourceError(
          `No tag of the ${list.rows.length} releases of ${repository} matches "${tags}". Check the tags in sources.yaml.`,
        );
      const { releases, notes } = convertGitHub(rows, { sanitise, project });
      const converted = renameProject(
        toRows(releases, firstName),
        project === undefined ? { firstName, name: about.name } : undefined,
      );
      return {
        // Files of a private repository are left out, because readers of the site would get 404 for
        // them.
        releases: about.private ? converted.map((row) => ({ ...row, attachments: [] })) : converted,
        milestones: [],
        unreadable: [...rows.flatMap(toUnreadable), ...list.unread],
        undated: new Set<string>(),
        notes: [
          requests.note(clock.now()),
          ...notes.map(({ what }) => what),
          ...(about.private ? describeLostFiles(converted) : []),
        ],
        leftOut: countLeftOut(notes),
        origins: new Map(rows.flatMap((row) => originOf(row, list.remade))),
        repositories: { [about.id]: { first: firstName, name: about.name } },
      };
    };
    const fromList = toSourceRows({ rows: listed, remade: new Map(), unread: [] }, about.name);
    return {
      ...fromList,
      continueFrom: async (former) => {
        const its = { name: repository, id: about.id };
        const list = await completeList(its, listed, former, asking);
        const firstName = firstNameOf(about, former.repositories);
        const isSame = list.rows.length === listed.length && list.remade.size === 0;
        return isSame && list.unread.length === 0 && firstName === about.name
          ? fromList
          : toSourceRows(list, firstName);
      },
    };
  };
  return {
    name,
    read: async () => {
      const cacheNotes: string[] = [];
      const rows = await withCachedAnswers(options.cacheFile, readWith, ({ code }) =>
        cacheNotes.push(
          `.cache is not writable (${code}), so the next sync requests everything again`,
        ),
      );
      const withNotes = (one: SourceRows) => ({ ...one, notes: [...one.notes, ...cacheNotes] });
      return {
        ...withNotes(rows),
        continueFrom: async (former) => withNotes(await rows.continueFrom(former)),
      };
    },
  };
}

async function readRepository(repository: string, options: ReadReleasesOptions) {
  const parsed = Repository.safeParse(await readGitHubRepository(repository, options));
  if (parsed.success) return parsed.data;
  throw new SourceError(
    `GitHub’s answer about ${repository} is not usable. Check GITHUB_API_URL: it must be the API of GitHub.`,
  );
}

/**
 * The name from which the addresses of a repository are made. Another repository may have had this
 * name before it was renamed, and keeps its addresses.
 */
function firstNameOf({ id, name }: { id: number; name: string }, known: Repositories): string {
  const own = known[id];
  if (own) return own.first;
  const isTaken = Object.values(known).some((one) => one.first === name && one.name !== name);
  return isTaken ? `${name}-${id}` : name;
}

/**
 * Gives the project of a renamed repository its new name. Its id, its slug and the slugs of its
 * releases are made from the first name, so that no address changes.
 */
function renameProject(
  rows: PastRow[],
  renamed: { firstName: string; name: string } | undefined,
): PastRow[] {
  if (renamed === undefined || renamed.firstName === renamed.name) return rows;
  const { id } = projectOf(renamed.firstName);
  return rows.map((row) =>
    row.project?.id === id ? { ...row, project: { ...row.project, name: renamed.name } } : row,
  );
}

function originOf(row: unknown, remade: Completed['remade']): [string, Origin][] {
  const { id, tag_name: tag } = Identified.safeParse(row).data ?? {};
  if (id === undefined) return [];
  const upstream = remade.get(idOf(id));
  return [[idOf(id), { ...(tag !== undefined && { tag }), ...(upstream && { upstream }) }]];
}

function hasTag(row: unknown, glob: string): boolean {
  const { tag_name } = (row ?? {}) as { tag_name?: unknown };
  return typeof tag_name === 'string' && matchesGlob(tag_name, glob);
}

/** Reports an invalid row as unreadable, so that its release is not removed from the site. */
function toUnreadable(row: unknown): UnreadableEntry[] {
  const { success, error } = GitHubRelease.safeParse(row);
  const { id, html_url, tag_name } = Identified.safeParse(row).data ?? {};
  if (success || id === undefined) return [];
  const file = html_url ?? `release ${tag_name ?? id}`;
  const next = 'Its entry is unchanged; the next sync reads it again.';
  return [{ kind: 'releases', id: idOf(id), file, why: explain(error), next }];
}

/**
 * Lists the files that were left out because the repository is private. Returns one line per
 * release.
 */
function describeLostFiles(rows: readonly SourceRow[]): string[] {
  return rows.flatMap(({ title, attachments }) => {
    const files = attachments as { content: { title?: string | null } }[];
    if (files.length === 0) return [];
    const names = shorten(files.map(({ content }) => content.title ?? 'a file').join(', '), 200);
    return [`${title}: left out these files, because the repository is private: ${names}`];
  });
}

/** Counts the requests and stores the remaining rate limit, for the report. */
function countRequests() {
  let [count, remaining, reset] = [0, '', 0];
  return {
    onAnswer: ({ headers }: HttpAnswer) => {
      count += 1;
      remaining = headers.get('x-ratelimit-remaining') ?? remaining;
      const seconds = headers.get('x-ratelimit-reset') ?? '';
      if (/^\d{1,12}$/.test(seconds)) reset = Number(seconds) * 1000;
    },
    note: (now: Date) => {
      const left = remaining === '' ? '' : `; ${remaining} left`;
      const until =
        left === '' || reset <= now.getTime()
          ? ''
          : `, and the limit resets ${formatMoment(reset, now)}`;
      return `${count} ${count === 1 ? 'request' : 'requests'}${left}${until}`;
    },
  };
}
