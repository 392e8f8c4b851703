import { firstById } from '../../lib/first-by-id.ts';
import { oneLine } from '../../lib/text/text.ts';
import { webAddress } from '../../lib/text/web-address.ts';
import type {
  ChangeTypeEntry,
  LabelEntry,
  Redirects,
  WorkspaceEntry,
} from '../../model/content/content.ts';
import { contentVersion } from '../../model/content/content-version.ts';
import { byKind, entryKinds } from '../../model/content/entry-kinds.ts';
import type { ReleaseLog } from '../../model/content/release-log.ts';
import type { Known, KnownEntries } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';
import { kindOfTitle } from '../../sources/text/section-titles.ts';
import { makeVariants, withVariants } from '../prepare/assets/variants.ts';
import { makeSlug } from '../prepare/slugs.ts';
import { buildLabelTable, buildProjectTable } from '../prepare/tables.ts';
import type { Decisions } from '../read/decisions.ts';
import type { Session } from '../session.ts';
import { type DesiredContent, type EntryLists, hasAny, listEntries } from './desired-content.ts';
import type { Entries } from './entries.ts';
import { nextReleaseLog } from './release-log.ts';
import { planRoadmap } from './roadmap-log.ts';
import { collectTypeForms, listForms, otherForms } from './type-forms.ts';

/**
 * Plans what the content folder contains after this sync. The tables beside the entries contain only
 * the labels, projects, types and statuses that public entries use, so that the names from drafts
 * stay private. Entries that were not read use what the state and the tables say.
 */
export async function planContent(
  session: Session,
  decisions: Decisions,
  entries: Entries,
): Promise<DesiredContent> {
  const { workspace, current, address } = session;
  const lists = byKind<EntryLists>((kind) => entries[kind].entries);
  const { releases } = lists;
  const all = entryKinds.flatMap((kind) => [...entries[kind].known.values()]);
  const usedProjects = new Set(all.flatMap(({ project }) => project ?? []));
  const usedLabels = new Set(all.flatMap(({ labels = [] }) => labels));
  const projects = buildProjectTable(usedProjects, decisions.projects.rows, current.projects);
  const moved = planRedirects(
    current.redirects.projects ?? {},
    indexById(current.projects),
    indexById(projects),
  );
  const redirects: Redirects = {
    ...byKind<Omit<Redirects, 'projects'>>((kind) =>
      planRedirects(current.redirects[kind], session.known[kind], entries[kind].known),
    ),
    ...(Object.keys(moved).length > 0 && { projects: moved }),
  };
  const table = current.workspace?.change_types ?? [];
  const forms = collectTypeForms(releases, decisions.releases, session.known.releases, table);
  const { labels, surplus } = cutLabels(
    buildLabelTable(usedLabels, decisions.labels, current.labels),
  );
  const nextWorkspace = buildWorkspaceEntry(session, lists, [...forms.values()].flat());
  const { change_types } = nextWorkspace;
  const { standings, roadmapLog } = planRoadmap(lists.milestones, session);
  return addVariants(session, {
    workspace: nextWorkspace,
    projects,
    labels,
    ...lists,
    redirects,
    roadmapLog,
    releaseLog: planReleaseLog(session, decisions, entries, change_types),
    known: {
      releases: extend(entries.releases.known, otherForms(forms, change_types)),
      milestones: extend(entries.milestones.known, standings),
    },
    state: {
      workspace: workspace.id,
      api: address,
      ...(hasAny(redirects) && { redirects }),
      ...(surplus.length > 0 && { labels: surplus }),
      ...(Object.keys(decisions.repositories ?? {}).length > 0 && {
        repositories: decisions.repositories,
      }),
    },
  });
}

/** Adds fields, by id, to the records of entries. */
function extend(known: KnownEntries, fields: ReadonlyMap<string, Partial<Known>>): KnownEntries {
  const extended = [...fields].flatMap(([id, more]): [string, Known][] => {
    const one = known.get(id);
    return one ? [[id, { ...one, ...more }]] : [];
  });
  return new Map([...known, ...extended]);
}

function indexById<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** @param changeTypes the types of changes after this sync */
function planReleaseLog(
  session: Session,
  { releases: { decisions } }: Decisions,
  { releases: { entries, known, withheld } }: Entries,
  changeTypes: readonly ChangeTypeEntry[],
): ReleaseLog {
  const { current } = session;
  const kept = [...decisions.values()].flatMap(({ kind, id }) => (kind === 'kept' ? id : []));
  return nextReleaseLog({
    ...session,
    log: current.releaseLog,
    before: current.releases,
    after: entries,
    kept: [...kept, ...withheld],
    sources: { before: session.known.releases, after: known },
    knownProjects: current.projects.map(({ id }) => id),
    changeTypes,
  });
}

/**
 * Builds the file `workspace.json`.
 * @param forms types of changes that the workspace does not list, with the titles and colours from
 * releases
 */
function buildWorkspaceEntry(
  { workspace, types, statuses, ids, current }: Session,
  { releases, milestones }: EntryLists,
  forms: readonly ChangeTypeEntry[],
): WorkspaceEntry {
  // Entries that were not read use the types and statuses in the tables.
  const tables = ids && current.workspace;
  const ofOthers = tables?.change_types ?? [];
  const usedTypes = new Set([
    ...ofOthers.map(({ slug }) => slug),
    ...releases.flatMap(({ changes }) => changes.flatMap(({ type }) => type ?? [])),
  ]);
  const usedStatuses = new Set([
    ...(tables?.status_types.map(({ title }) => title) ?? []),
    ...milestones.map(({ status }) => status),
  ]);
  const changeTypes = types.table(usedTypes, [...listForms(ofOthers), ...forms]);
  return {
    ...(contentVersion > 1 && { content_version: contentVersion }),
    id: workspace.id,
    slug: workspace.slug ?? makeSlug(workspace.name, workspace.id),
    name: oneLine(workspace.name),
    url: webAddress(workspace.url ?? '') ?? null,
    change_types: cutTypes(changeTypes),
    status_types: statuses.table(usedStatuses),
  };
}

/** The types that fit in the table: known ones, such as “Fixed”, and the first of the others by id. */
function cutTypes(all: readonly ChangeTypeEntry[]): ChangeTypeEntry[] {
  const { changeTypes: max } = limits.workspace;
  const known = firstById(
    all.filter(({ title }) => kindOfTitle(title) !== undefined),
    max,
  );
  const others = all.filter((type) => !known.includes(type));
  const first = new Set([...known, ...firstById(others, max - known.length)]);
  return all.filter((type) => first.has(type));
}

/** Splits labels into those that fit in the table and the surplus, which the state keeps. */
function cutLabels(all: readonly LabelEntry[]) {
  const labels = firstById(all, limits.workspace.labels);
  const inTable = new Set(labels);
  return { labels, surplus: all.filter((label) => !inTable.has(label)) };
}

/** Adds the smaller versions of large pictures. */
async function addVariants(session: Session, desired: DesiredContent): Promise<DesiredContent> {
  if (!session.assets) return desired;
  const variants = await makeVariants(listEntries(desired), session);
  const lists = byKind<EntryLists>((kind) =>
    desired[kind].map((entry) => withVariants(entry, variants)),
  );
  return { ...desired, ...lists };
}

type Addressed = ReadonlyMap<string, { slug: string }>;

/**
 * Plans the redirects of a collection, from old to current slugs. Each redirect leads directly to
 * the current slug. A slug that an entry has now is never redirected, and redirects to removed
 * entries are dropped.
 * @param prior redirects after the last sync
 * @param before slugs in the state, by id, even of entries whose files were deleted
 */
export function planRedirects(
  prior: Readonly<Record<string, string>>,
  before: Addressed,
  after: Addressed,
): Record<string, string> {
  const own = [...before];
  const hasMoved = own.some(([id, { slug }]) => after.get(id)?.slug !== slug);
  if (!hasMoved && Object.keys(prior).length === 0) return {};
  const idBySlug = new Map(own.map(([id, { slug }]) => [slug, id]));
  // If the state does not show which entry had a slug, a redirect to it belongs to the entry that
  // has it now.
  const idNowAt = new Map(Array.from(after, ([id, { slug }]) => [slug, id]));
  const idAt = (slug: string) => idBySlug.get(slug) ?? idNowAt.get(slug);
  const origins = [
    ...Object.entries(prior).map(([from, to]) => [from, idAt(to)] as const),
    ...own.map(([id, { slug }]) => [slug, id] as const),
  ];
  const redirects = origins.flatMap(([from, id]) => {
    const to = id === undefined ? undefined : after.get(id)?.slug;
    return to === undefined || idNowAt.has(from) ? [] : [[from, to] as const];
  });
  return Object.fromEntries(redirects.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
