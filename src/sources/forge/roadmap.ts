import { z } from 'zod';
import { count, fewOf } from '../../lib/text/text.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { repositoryOfPage } from '../markdown/repository-links.ts';
import { withAddresses } from '../markdown/resolve-addresses.ts';
import { fitSlug, fitTitle } from '../past/names.ts';
import { countLeftOut, type Note, type Sanitise } from '../past/past-release.ts';
import { linkTo, type PastRow, versionFinder } from '../past-rows.ts';
import type { FormerSync, SourceRow, SourceRows } from '../source.ts';
import { titleOfStage } from '../stage-title.ts';
import type { CompletedRows } from './find-missing.ts';
import type { Forge, ForgeRepository } from './forge.ts';
import { explain } from './forge-release.ts';
import type { ForgeList } from './lists.ts';

/** A list of milestones or issues that a roadmap shows. */
export interface Roadmap extends ForgeList {
  /**
   * Reads a row. One that is not shown gives undefined, one of a stranger the association of its
   * author.
   * @throws ZodError if the row is invalid
   */
  read(row: unknown): PlannedRow | string | undefined;
  noteIfEmpty?: string;
}

/** A milestone or an issue, in the API's form. Its body is Markdown. */
interface PlannedRow extends Pick<SourceRow, 'labels'> {
  title: string;
  body: string;
  stage: string;
  /** Set if it is closed. */
  ended_at: string | undefined;
  /** Its page, where readers see its issues or can vote for it. */
  link: { title: string; url: string } | undefined;
}

interface RowOptions {
  forge: Forge;
  about: ForgeRepository;
  sanitise: Sanitise;
  project: PastRow['project'];
  /** The releases of the repository, for milestones that have the name of a version. */
  releases: readonly PastRow[];
  now: Date;
}

/** Converts milestones or issues to rows in the API's form. */
export function toMilestoneRows(plan: Roadmap, list: CompletedRows, options: RowOptions) {
  const { forge, about } = options;
  const milestones = new Map<string, SourceRow>();
  const unreadable = [...list.unread];
  const notes: Note[] = [];
  const strangers = new Set<string>();
  // Texts get links as the forge makes them.
  const repository = repositoryOfPage(`${about.page}/issues/`, forge.links);
  const sanitise = withAddresses(options.sanitise, repository);
  const rendering = { breaksLines: true, sanitise, repository };
  const releaseOf = plan.noun === 'milestone' ? releaseFinder(options.releases) : () => undefined;
  for (const row of list.rows) {
    const { id: number } = plan.identify(row);
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
      const file = `${plan.noun} ${number}`;
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
    `left out ${count(strangers.size, 'issue')} with the label of the roadmap, not by known members: ${named}. To show such issues, list their authors in sources.yaml, as in "authors: [ada]", or write "authors: all". The token of a workflow does not see members of an organisation whose membership is private.`,
  ];
}

/** How long a completed milestone stays on the roadmap, in milliseconds. */
const shownMs = 365 * 24 * 60 * 60_000;

function toRow(one: PlannedRow & { id: string }, { about, project, now }: RowOptions): SourceRow {
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
 */
export function settleVotes(rows: SourceRows, former: FormerSync, now: Date): SourceRows {
  const today = now.toISOString().slice(0, 10);
  const origins = new Map(rows.origins);
  const milestones = rows.milestones.map((row) => {
    if (row.upvote_count === undefined) return row;
    const before = former.milestones.get(row.id)?.votes ?? { count: 0, on: '' };
    const count = Number(row.upvote_count);
    const isKept = count === before.count || before.on === today;
    const votes = isKept ? before : { count, on: today };
    if (votes.on !== '') origins.set(row.id, { votes });
    return { ...row, upvote_count: votes.count };
  });
  return { ...rows, milestones, origins };
}
