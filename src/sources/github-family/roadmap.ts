import { z } from 'zod';
import type { ForgeEntry } from '../../config/sources-file.ts';
import { fewOf } from '../../lib/text/text.ts';
import { allIssuesTitle } from '../../model/content/code-changes.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { repositoryOfPage } from '../markdown/repository-links.ts';
import { fitSlug, fitTitle, idOf } from '../past/names.ts';
import { countLeftOut, type Note, type Sanitise } from '../past/past-release.ts';
import { type PastRow, projectOf } from '../past-rows.ts';
import type { FormerSync, SourceRow, SourceRows, UnreadableEntry } from '../source.ts';
import { titleOfStage } from '../stage-title.ts';
import { askForEach, type Repository } from './find-missing.ts';
import { entryId, type ForgeRepository, type GitHubLike, type PlannedRow } from './github-like.ts';
import { readIssue } from './read-issue.ts';
import { type ForgeOptions, readList } from './read-releases.ts';
import { resolveAddresses } from './resolve-addresses.ts';
import { explain, identify, numberOf, readMilestone } from './rows.ts';

/** Rows of the roadmap's list, and the entries that the forge did not answer for. */
export interface RoadmapList {
  rows: unknown[];
  unread: UnreadableEntry[];
}

/**
 * How the milestones or issues of a roadmap are requested and read.
 * @param page address of the repository's page
 */
function planOf(roadmap: ForgeEntry['roadmap'], forge: GitHubLike, page?: string) {
  const { key } = forge.milestones;
  if (roadmap === 'milestones' || roadmap === undefined)
    return {
      noun: 'milestone' as const,
      query: 'state=all&',
      key,
      read: (row: unknown) => ({
        ...readMilestone(row, forge),
        address: page && `${page}/milestone/${numberOf(row, key)}`,
      }),
    };
  return {
    noun: 'issue' as const,
    query: `state=all&labels=${encodeURIComponent(roadmap.issues)}&${forge.onlyIssues ?? ''}`,
    key: 'number' as const,
    read: (row: unknown) => readIssue(row, roadmap),
  };
}

/**
 * Reads the list of a roadmap; an empty one if the source has no roadmap.
 * @throws ApiError
 */
export async function readRoadmap(
  repository: string,
  { roadmap }: ForgeEntry,
  options: ForgeOptions,
): Promise<RoadmapList> {
  if (roadmap === undefined) return { rows: [], unread: [] };
  const { noun, query } = planOf(roadmap, options.forge);
  return { rows: await readList(repository, `${noun}s`, query, options), unread: [] };
}

/** The list, completed by the milestones or issues of earlier syncs that it lacks. */
export async function completeRoadmap(
  repository: Repository & { page: string | undefined },
  { rows }: RoadmapList,
  { roadmap }: ForgeEntry,
  former: Iterable<string>,
  options: ForgeOptions,
): Promise<RoadmapList> {
  const { forge } = options;
  const { noun, key } = planOf(roadmap, forge);
  const start = entryId(forge, `${noun}-${repository.id}-`);
  const idOf = (row: unknown) => numberOf(row, key);
  const listed = new Set(rows.map(idOf));
  const missing = [...former].flatMap((id) => {
    const number = id.startsWith(start) ? id.slice(start.length) : undefined;
    if (roadmap === undefined || number === undefined || listed.has(number)) return [];
    return [{ kind: 'milestones' as const, entry: id, id: number, what: `${noun} ${number}` }];
  });
  const asked = {
    list: `${noun}s` as const,
    idOf,
    // A forge redirects to an issue that was transferred.
    isElsewhere: (row: unknown) =>
      repository.page !== undefined &&
      identify(row).page?.startsWith(`${repository.page}/`) === false,
  };
  const { found, unread } = await askForEach(repository, missing, asked, options);
  return { rows: [...rows, ...found], unread };
}

interface RowOptions {
  forge: GitHubLike;
  about: ForgeRepository;
  roadmap: ForgeEntry['roadmap'];
  /** Name of the project. */
  project: string;
  sanitise: Sanitise;
  /** The releases of the repository, for milestones that have the name of a version. */
  releases: readonly PastRow[];
  now: Date;
}

/** Converts milestones or issues to rows in the API's form. */
export function toMilestoneRows({ rows, unread }: RoadmapList, options: RowOptions) {
  const { forge, about } = options;
  const { noun, key, read } = planOf(options.roadmap, forge, about.page);
  const milestones = new Map<string, SourceRow>();
  const unreadable = [...unread];
  const notes: Note[] = [];
  const strangers = new Map<string, string>();
  const releaseOf = noun === 'milestone' ? releaseFinder(options.releases) : () => undefined;
  for (const row of rows) {
    const number = numberOf(row, key);
    if (number === undefined) continue;
    // Numbers are unique in a repository, and its id stays when it is renamed or transferred.
    const id = entryId(forge, `${noun}-${about.id}-${number}`);
    try {
      const one = read(row);
      if (one === undefined) continue;
      if ('title' in one) {
        const text = renderText(one.body, options);
        notes.push(...text.notes.map((note) => ({ ...note, what: `${one.title}: ${note.what}` })));
        const release = releaseOf(one.title);
        milestones.set(id, toRow({ ...one, id, body: text.html, release_id: release }, options));
      } else strangers.set(number, one.association);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      unreadable.push({ kind: 'milestones', id, file: `${noun} ${number}`, ...explain(error) });
    }
  }
  const isEmpty = milestones.size + strangers.size + unreadable.length === 0;
  return {
    milestones: [...milestones.values()],
    unreadable,
    notes: [
      ...notes.map(({ what }) => what),
      ...describeStrangers(strangers),
      ...(isEmpty ? describeLabel(options.roadmap) : []),
    ],
    leftOut: countLeftOut(notes) + strangers.size,
  };
}

/** A note that no issue has the label. Forgejo lists all issues if there is no such label. */
function describeLabel(roadmap: ForgeEntry['roadmap']): string[] {
  if (typeof roadmap !== 'object') return [];
  return [`no issue has the label "${roadmap.issues}" of the roadmap. Check it in sources.yaml.`];
}

/** @param strangers the association of the author, by the number of the issue */
function describeStrangers(strangers: ReadonlyMap<string, string>): string[] {
  if (strangers.size === 0) return [];
  const named = fewOf(
    [...strangers].map(([number, one]) => `#${number} (${one})`),
    20,
  ).join(', ');
  return [
    `left out ${strangers.size} issues with the label of the roadmap, whose authors are not known as members: ${named}. To show them, list their authors in sources.yaml, as in "authors: [ada]", or write "authors: all". The token of a workflow does not see members of an organisation whose membership is private.`,
  ];
}

/** Renders Markdown as HTML, with links as the forge makes them. */
function renderText(markdown: string, { forge, about, sanitise }: RowOptions) {
  const repository = repositoryOfPage(`${about.page}/issues/`, forge.links);
  const { html, notes } = renderMarkdown(markdown, { breaksLines: true, sanitise, repository });
  if (!repository) return { html, notes };
  return { html: resolveAddresses({ body: html, changes: [] }, repository).body, notes };
}

/** How long a completed milestone stays on the roadmap, in milliseconds. */
const shownMs = 365 * 24 * 60 * 60_000;

function toRow(one: PlannedRow & { id: string }, { about, project, now }: RowOptions): SourceRow {
  const { id, title, stage, address, ended_at: ended, labels = [] } = one;
  return {
    ...one,
    title: fitTitle(title, id),
    slug: fitSlug(title, id, new Set()),
    is_public: ended === undefined || now.getTime() - Date.parse(ended) < shownMs,
    project: projectOf(project),
    labels,
    attachments: typeof address === 'string' && !about.private ? [linkTo(address)] : [],
    status: titleOfStage(stage),
  };
}

/** A link to a milestone with its issues, or such as "#12" to an issue, where readers can vote for it. */
function linkTo(url: string) {
  const number = url.slice(url.lastIndexOf('/') + 1);
  const title = url.endsWith(`/milestone/${number}`) ? allIssuesTitle : `#${number}`;
  return { id: idOf('link', url), type: 'LINK', content: { title, url } };
}

/**
 * Returns a function that finds the release with the version that a title names, such as `v1.2.0`
 * or `Release 1.2.0`. If several releases have this version, none is found.
 */
function releaseFinder(releases: readonly PastRow[]): (title: string) => string | undefined {
  const released = releases.filter(({ status }) => status === 'RELEASED');
  const byVersion = Map.groupBy(released, ({ version }) => version ?? '');
  return (title) => {
    const version = title.trim().replace(/^(?:version\s+|release\s+)?v?(?=\d)/i, '');
    const [first, second] = byVersion.get(version) ?? [];
    return version === '' || second ? undefined : first?.id;
  };
}

/**
 * Keeps the number of votes of each entry for the rest of the day on which it changed, so that a
 * site is not built anew for each vote.
 * @param today such as 2026-05-31
 */
export function settleVotes(rows: SourceRows, former: FormerSync, today: string): SourceRows {
  const origins = new Map(rows.origins);
  const milestones = rows.milestones.map((row) => {
    const before = former.milestones.get(row.id)?.votes ?? { count: 0, on: '' };
    const count = Number(row.upvote_count);
    const isKept = count === before.count || before.on === today;
    const votes = isKept ? before : { count, on: today };
    if (votes.on !== '') origins.set(row.id, { votes });
    return { ...row, upvote_count: votes.count };
  });
  return { ...rows, milestones, origins };
}
