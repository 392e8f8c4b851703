import type { ForgeEntry } from '../../config/sources-file.ts';
import type { stages } from '../../model/api/stages.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { repositoryOfPage } from '../markdown/repository-links.ts';
import { fitSlug, fitTitle } from '../past/names.ts';
import { countLeftOut, type Note, type Sanitise } from '../past/past-release.ts';
import { type PastRow, projectOf } from '../past-rows.ts';
import type { SourceRow, UnreadableEntry } from '../source.ts';
import { titleOfStage } from '../stage-title.ts';
import { askForEach, type Repository } from './find-missing.ts';
import type { Forge, ForgeMilestone, ForgeRepository } from './forge.ts';
import { type ForgeOptions, paths, readList } from './read-releases.ts';
import { resolveAddresses } from './resolve-addresses.ts';
import { readMilestone } from './rows.ts';

/** Rows of the roadmap's list, and the entries that the forge did not answer for. */
export interface RoadmapList {
  rows: unknown[];
  unread: UnreadableEntry[];
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
  const path = paths.milestones(repository);
  return { rows: await readList(path, 'milestones', options), unread: [] };
}

/** The list, completed by the milestones of earlier syncs that it lacks. */
export async function completeRoadmap(
  repository: Repository,
  { rows }: RoadmapList,
  entry: ForgeEntry,
  former: readonly string[],
  options: ForgeOptions,
): Promise<RoadmapList> {
  const { forge } = options;
  const start = entryIdOf(forge, repository.id, '');
  const idOf = (row: unknown) => readMilestone(row, forge)?.number;
  const listed = new Set(rows.map(idOf));
  const missing = former.flatMap((id) => {
    const number = id.startsWith(start) ? id.slice(start.length) : undefined;
    if (entry.roadmap === undefined || number === undefined || listed.has(number)) return [];
    return [{ kind: 'milestones' as const, entry: id, id: number, what: `milestone ${number}` }];
  });
  const pathOf = (number: string) => paths.milestone(repository.name, number);
  const { found, unread } = await askForEach(repository, missing, { pathOf, idOf }, options);
  return { rows: [...rows, ...found], unread };
}

interface RowOptions {
  forge: Forge;
  about: ForgeRepository;
  /** Name of the project. */
  project: string;
  sanitise: Sanitise;
  /** The releases of the repository, for milestones that have the name of a version. */
  releases: readonly PastRow[];
  now: Date;
}

/** Converts milestones to rows in the API's form. */
export function toMilestoneRows({ rows, unread }: RoadmapList, options: RowOptions) {
  const { forge, about } = options;
  const milestones = new Map<string, SourceRow>();
  const unreadable = [...unread];
  const notes: Note[] = [];
  const releaseOf = releaseFinder(options.releases);
  for (const row of rows) {
    const read = readMilestone(row, forge);
    if (read === undefined) continue;
    const id = entryIdOf(forge, about.id, read.number);
    if ('why' in read) {
      const next = 'Its entry is unchanged; the next sync reads it again.';
      const file = `milestone ${read.number}`;
      unreadable.push({ kind: 'milestones', id, file, why: read.why, next });
      continue;
    }
    const text = renderText(read.text, options);
    notes.push(...text.notes.map((note) => ({ ...note, what: `${read.title}: ${note.what}` })));
    milestones.set(id, toRow(id, read, text.html, releaseOf(read.title), options));
  }
  return {
    milestones: [...milestones.values()],
    unreadable,
    notes: notes.map(({ what }) => what),
    leftOut: countLeftOut(notes),
  };
}

/** Renders Markdown as HTML, with links as the forge makes them. */
function renderText(markdown: string, { forge, about, sanitise }: RowOptions) {
  const repository = repositoryOfPage(`${about.page}/issues/`, forge.links);
  const { html, notes } = renderMarkdown(markdown, { breaksLines: true, repository });
  const body = sanitise(html, (what) => notes.push({ what })).trim();
  if (!repository) return { html: body, notes };
  return { html: resolveAddresses({ body, changes: [] }, repository).body, notes };
}

/** How long a completed milestone stays on the roadmap, in milliseconds. */
const shownMs = 365 * 24 * 60 * 60_000;

function toRow(
  id: string,
  { title, isClosed, progress, targetOn, createdAt, updatedAt, closedAt }: ForgeMilestone,
  body: string,
  release: string | undefined,
  { project, now }: RowOptions,
): SourceRow {
  const stage = stageOf(isClosed, progress.done);
  const ended = isClosed ? (closedAt ?? updatedAt) : null;
  return {
    id,
    title: fitTitle(title, id),
    slug: fitSlug(title, id, new Set()),
    body,
    is_public: ended === null || now.getTime() - Date.parse(ended) < shownMs,
    project: projectOf(project),
    labels: [],
    attachments: [],
    number: null,
    status: titleOfStage(stage),
    stage,
    upvote_count: 0,
    started_at: null,
    ended_at: ended,
    created_at: createdAt,
    updated_at: updatedAt,
    ...(progress.total > 0 && { progress }),
    ...(targetOn !== undefined && { target_on: targetOn }),
    ...(release !== undefined && { release_id: release }),
  };
}

function stageOf(isClosed: boolean, done: number): (typeof stages)[number] {
  if (isClosed) return 'COMPLETED';
  return done > 0 ? 'IN_PROGRESS' : 'PLANNED';
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

/** Numbers are unique in a repository, and its id stays when it is renamed or transferred. */
function entryIdOf({ prefix }: Forge, repositoryId: string, number: string): string {
  return `${prefix}-milestone-${repositoryId}-${number}`;
}
