import { matchesGlob } from 'node:path';
import { z } from 'zod';
import type { HttpAnswer } from '../../client/exchange.ts';
import type { GitHubEntry } from '../../config/sources-file.ts';
import { shorten } from '../../lib/text/text.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Note, Sanitise } from '../past/past-release.ts';
import { toRows } from '../past-rows.ts';
import {
  type Source,
  SourceError,
  type SourceRow,
  type SourceRows,
  type UnreadableEntry,
} from '../source.ts';
import { convertGitHub, explain } from './convert-github.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { withKeptAnswers } from './kept-answers-file.ts';
import { momentText } from './rate-limit.ts';
import {
  type ReadReleasesOptions,
  readGitHubReleases,
  readGitHubRepository,
} from './read-releases.ts';
import { GitHubRelease } from './rows.ts';

export interface GitHubSourceOptions {
  name: string;
  entry: GitHubEntry;
  /** GITHUB_API_URL and GITHUB_TOKEN. */
  baseUrl: string;
  token: string | undefined;
  sanitise: Sanitise;
  /** Answers of earlier syncs, which GitHub may say are still right. */
  cacheFile: string;
  clock: Clock;
  random: () => number;
}

const Identified = z.object({
  id: z.int(),
  html_url: z.string().optional().catch(undefined),
  tag_name: z.string().optional().catch(undefined),
});
const Repository = z.object({ name: z.string(), private: z.boolean() });

/** The releases of a repository on GitHub (REST API 2022-11-28, "List releases"). */
export function gitHubSource(options: GitHubSourceOptions): Source {
  const { name, entry, sanitise, clock } = options;
  const { github: repository, project, tags } = entry;
  const readWith = async (kept: KeptAnswers): Promise<SourceRows> => {
    const requests = countRequests();
    const asking = { ...options, kept, onAnswer: requests.onAnswer };
    const about = await readAbout(repository, asking);
    if (about.private && !entry.private)
      throw new SourceError(
        `${repository} is private, and its releases would become public. Write "private: true" below it in sources.yaml if that is what you want.`,
      );
    const all = await readGitHubReleases(repository, asking);
    const rows = all.filter((row) => tags === undefined || hasTag(row, tags));
    if (all.length > 0 && rows.length === 0)
      throw new SourceError(
        `No tag of the ${all.length} releases of ${repository} matches "${tags}". Check it in sources.yaml.`,
      );
    const { releases, notes } = convertGitHub(rows, { sanitise, project });
    const made = toRows(releases, about.name);
    return {
      releases: about.private ? made.map(withoutFiles) : made,
      milestones: [],
      unreadable: rows.flatMap(unreadableRelease),
      undated: new Set<string>(),
      notes: [
        requests.note(clock.now()),
        ...notes.map(textOf),
        ...(about.private ? lostFiles(made) : []),
      ],
    };
  };
  return {
    name,
    read: async () => {
      const lost: string[] = [];
      const rows = await withKeptAnswers(options.cacheFile, readWith, ({ code }) =>
        lost.push(
          `the next sync has to ask for everything again: .cache is not writable (${code})`,
        ),
      );
      return { ...rows, notes: [...rows.notes, ...lost] };
    },
  };
}

async function readAbout(repository: string, options: ReadReleasesOptions) {
  const parsed = Repository.safeParse(await readGitHubRepository(repository, options));
  if (parsed.success) return parsed.data;
  throw new SourceError(
    `GitHub’s answer about ${repository} is not usable. Check GITHUB_API_URL: it has to be the API of GitHub.`,
  );
}

function hasTag(row: unknown, glob: string): boolean {
  const { tag_name } = (row ?? {}) as { tag_name?: unknown };
  return typeof tag_name === 'string' && matchesGlob(tag_name, glob);
}

/** An invalid row does not remove its release. */
function unreadableRelease(row: unknown): UnreadableEntry[] {
  const { success, error } = GitHubRelease.safeParse(row);
  const { id, html_url, tag_name } = Identified.safeParse(row).data ?? {};
  if (success || id === undefined) return [];
  const file = html_url ?? `release ${tag_name ?? id}`;
  const next = 'What was known of it stays; it is read again with the next sync.';
  return [{ kind: 'releases', id: `github-${id}`, file, why: explain(error), next }];
}

/** Readers of the site would get 404 for them. */
function withoutFiles(row: SourceRow): SourceRow {
  return { ...row, attachments: [] };
}

/** Each release with files, in one line. */
function lostFiles(rows: readonly SourceRow[]): string[] {
  return rows.flatMap(({ title, attachments }) => {
    const files = attachments as { content: { title?: string | null } }[];
    if (files.length === 0) return [];
    const names = shorten(files.map(({ content }) => content.title ?? 'a file').join(', '), 200);
    return [`${title}: left out, as the repository is private: ${names}`];
  });
}

function textOf({ what }: Note): string {
  return what;
}

/** How many requests were made, and what the rate limit has left. */
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
      const left = remaining === '' ? '' : `; ${remaining} are left`;
      const until =
        left === '' || reset <= now.getTime()
          ? ''
          : `, and the limit resets ${momentText(reset, now)}`;
      return `${count} ${count === 1 ? 'request' : 'requests'}${left}${until}`;
    },
  };
}
