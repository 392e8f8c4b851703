import { z } from 'zod';
import type { ForgeEntry } from '../../config/sources-file.ts';
import { fewOf } from '../../lib/text/text.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { repositoryOfPage } from '../markdown/repository-links.ts';
import { withAddresses } from '../markdown/resolve-addresses.ts';
import { fitSlug, fitTitle } from '../past/names.ts';
import { countLeftOut, type Note, type Sanitise } from '../past/past-release.ts';
import { linkTo, type PastRow, versionFinder } from '../past-rows.ts';
import type { FormerSync, SourceRow, SourceRows } from '../source.ts';
import { titleOfStage } from '../stage-title.ts';
import { type CompletedRows, type Former, nounOf } from './find-missing.ts';
import { entryId, type ForgeRepository, type GitHubLike } from './github-like.ts';
import { readIssue } from './read-issue.ts';
import type { ForgeList } from './read-releases.ts';
import { explain, identify, readMilestone } from './rows.ts';

/** How the milestones or issues of a roadmap are requested, identified and read. */
interface Plan extends ForgeList {
  /** Start of the ids of its entries. */
  start: string;
  read(row: unknown): ReturnType<typeof readIssue | typeof readMilestone>;
  noteIfEmpty?: string;
}

export function planOf(
  roadmap: ForgeEntry['roadmap'],
  forge: GitHubLike,
  { id, page }: ForgeRepository,
): Plan {
  // Numbers are unique in a repository, and its id stays when it is renamed or transferred.
  const startOfIds = (noun: string) => entryId(forge, `${noun}-${id}-`);
  if (typeof roadmap !== 'object')
    return {
      list: 'milestones',
      query: 'state=all&',
      key: forge.milestones.key,
      start: startOfIds('milestone'),
      read: (row) => readMilestone(row, forge, page),
    };
  const { issues } = roadmap;
  return {
    list: 'issues',
    query: `state=all&labels=${encodeURIComponent(issues)}&${forge.onlyIssues ?? ''}`,
    key: 'number',
    start: startOfIds('issue'),
    read: (row) => readIssue(row, roadmap),
    // Forgejo lists all issues if there is no such label.
    noteIfEmpty: `no issue has the label "${issues}" of the roadmap. Check it in sources.yaml.`,
  };
}

/** The milestones or issues that earlier syncs found. */
export function formerIn({ milestones }: FormerSync, { start }: Plan): Former[] {
  const own = [...milestones.keys()].filter((entry) => entry.startsWith(start));
  return own.map((entry) => ({ entry, id: entry.slice(start.length) }));
}

/** A milestone or an issue that the roadmap shows. */
type Planned = Extract<ReturnType<Plan['read']>, object>;

interface RowOptions {
  forge: GitHubLike;
  about: ForgeRepository;
  plan: Plan;
  project: PastRow['project'];
  sanitise: Sanitise;
  /** The releases of the repository, for milestones that have the name of a version. */
  releases: readonly PastRow[];
  now: Date;
}

/** Converts milestones or issues to rows in the API's form. */
export function toMilestoneRows({ rows, unread }: CompletedRows, options: RowOptions) {
  const { plan, forge, about } = options;
  const milestones = new Map<string, SourceRow>();
  const unreadable = [...unread];
  const notes: Note[] = [];
  const strangers = new Set<string>();
  // Texts get links as the forge makes them.
  const repository = repositoryOfPage(`${about.page}/issues/`, forge.links);
  const sanitise = withAddresses(options.sanitise, repository);
  const rendering = { breaksLines: true, sanitise, repository };
  const releaseOf = plan.list === 'milestones' ? releaseFinder(options.releases) : () => undefined;
  for (const row of rows) {
    const number = identify(row)[plan.key];
    if (number === undefined) continue;
    const id = plan.start + number;
    try {
      const one = plan.read(row);
      if (one === undefined) continue;
      if (typeof one === 'string') strangers.add(`#${number} (${one})`);
      else {
        const { html: body, notes: own } = renderMarkdown(one.body, rendering);
        notes.push(...own.map((note) => ({ ...note, what: `${one.title}: ${note.what}` })));
        const fields = { id, body, release_id: releaseOf(one.title) };
        milestones.set(id, toRow({ ...one, ...fields }, options));
      }
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      const file = `${nounOf(plan.list)} ${number}`;
      unreadable.push({ kind: 'milestones', id, file, ...explain(error) });
    }
  }
  const isEmpty = milestones.size + strangers.size + unreadable.length === 0;
  return {
    milestones: [...milestones.values()],
    unreadable,
    notes: [
      ...notes.map(({ what }) => what),
      ...describeStrangers(strangers),
      ...(isEmpty && plan.noteIfEmpty ? [plan.noteIfEmpty] : []),
    ],
    leftOut: countLeftOut(notes) + strangers.size,
  };
}

/** @param strangers each issue's number and the association of its author */
function describeStrangers(strangers: ReadonlySet<string>): string[] {
  if (strangers.size === 0) return [];
  const named = fewOf([...strangers], 20).join(', ');
  return [
    `left out ${strangers.size} issues with the label of the roadmap, whose authors are not known as members: ${named}. To show them, list their authors in sources.yaml, as in "authors: [ada]", or write "authors: all". The token of a workflow does not see members of an organisation whose membership is private.`,
  ];
}

/** How long a completed milestone stays on the roadmap, in milliseconds. */
const shownMs = 365 * 24 * 60 * 60_000;

function toRow(one: Planned & { id: string }, { about, project, now }: RowOptions): SourceRow {
  const { id, title, stage, link, ended_at: ended, labels, ...fields } = one;
  return {
    ...fields,
    ...{ id, stage, ended_at: ended, address: link?.url, labels },
    title: fitTitle(title, id),
    slug: fitSlug(title, id, new Set()),
    is_public: ended === undefined || now.getTime() - Date.parse(ended) < shownMs,
    project,
    attachments: link && !about.private ? [linkTo(link.url, link.title)] : [],
    status: titleOfStage(stage),
  };
}

/**
 * Returns a function that finds the release with the version that a title names, such as `v1.2.0`
 * or `Release 1.2.0`. If several releases have this version, none is found.
 */
function releaseFinder(releases: readonly PastRow[]): (title: string) => string | undefined {
  const find = versionFinder(releases.filter(({ status }) => status === 'RELEASED'));
  return (title) => {
    const [first, second] = find(title.trim().replace(/^(?:version|release)\s+(?=v?\d)/i, ''));
    return second ? undefined : first?.id;
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
