import { firstById } from '../../lib/first-by-id.ts';
import { oneLine } from '../../lib/text/text.ts';
import type { ChangeTypeEntry, Redirects, WorkspaceEntry } from '../../model/content/content.ts';
import { contentVersion } from '../../model/content/content-version.ts';
import { byKind, type EntryKind } from '../../model/content/entry-kinds.ts';
import type { ReleaseLog } from '../../model/content/release-log.ts';
import type { Known, SyncState } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';
import type { Content } from '../../store/read/read-content.ts';
import { webAddress } from '../prepare/assets/web-address.ts';
import type { ChangeTypes } from '../prepare/change-types.ts';
import { slugOf } from '../prepare/slugs.ts';
import type { StatusTypes } from '../prepare/status-types.ts';
import { buildLabelTable, buildProjectTable } from '../prepare/tables.ts';
import type { Crawled } from '../read/crawl.ts';
import type { SyncedWorkspace } from '../read/parse/parse-workspace.ts';
import { allEntries, type DesiredContent, type EntryLists, hasAny } from './desired-content.ts';
import type { MergedContent } from './merge.ts';
import type { RoadmapPlan } from './roadmap-log.ts';
import { allLabels, cutLabels } from './surplus-labels.ts';
import { collectTypeForms, otherForms } from './type-forms.ts';

export interface TablesInput {
  merged: MergedContent;
  crawled: Crawled;
  types: ChangeTypes;
  statuses: StatusTypes;
  workspace: SyncedWorkspace;
  current: Content;
  roadmap: RoadmapPlan;
  /** Plans the log of releases. `changeTypes` are the types of changes after this sync. */
  releaseLog: (changeTypes: readonly ChangeTypeEntry[]) => ReleaseLog;
  /** The API's origin. */
  api: string;
}

/**
 * Builds the tables that are stored beside the entries. They contain only the labels, projects,
 * types and statuses that public entries use, so that the names from drafts stay private.
 */
export function buildTables(input: TablesInput): DesiredContent {
  const { merged, crawled, workspace, current, api } = input;
  const { snapshots, roadmapLog } = input.roadmap;
  const lists = byKind<EntryLists>((kind) => merged[kind].entries);
  const { releases, milestones } = lists;
  const entries = allEntries(lists);
  const usedProjects = new Set(entries.flatMap(({ project }) => project ?? []));
  const usedLabels = new Set(entries.flatMap(({ labels }) => labels));
  const projects = buildProjectTable(usedProjects, crawled.projects.rows, current.projects);
  const moved = planRedirects(current.redirects.projects ?? {}, current.projects, projects);
  const redirects: Redirects = {
    ...byKind<Omit<Redirects, 'projects'>>((kind) =>
      planRedirects(current.redirects[kind], recordedSlugs(current, kind), lists[kind]),
    ),
    ...(Object.keys(moved).length > 0 && { projects: moved }),
  };
  const forms = collectTypeForms({
    releases,
    prepared: crawled.releases.prepared,
    known: current.state?.releases ?? {},
    table: current.workspace?.change_types ?? [],
  });
  const { labels, surplus } = cutLabels(
    buildLabelTable(usedLabels, crawled.labels, allLabels(current)),
  );
  const nextWorkspace = buildWorkspaceEntry(input, {
    types: new Set(releases.flatMap(({ changes }) => changes.flatMap(({ type }) => type ?? []))),
    forms: [...forms.values()].flat(),
    statuses: new Set(milestones.map(({ status }) => status)),
  });
  return {
    workspace: nextWorkspace,
    projects,
    labels,
    ...lists,
    redirects,
    roadmapLog,
    releaseLog: input.releaseLog(nextWorkspace.change_types),
    state: {
      workspace: workspace.id,
      api,
      ...byKind<Pick<SyncState, EntryKind>>((kind) => merged[kind].known),
      releases: extend(merged.releases.known, (id) =>
        otherForms(forms.get(id) ?? [], nextWorkspace.change_types),
      ),
      milestones: extend(merged.milestones.known, (id) => {
        const snapshot = snapshots.get(id);
        return snapshot ? { standing: snapshot } : {};
      }),
      ...(hasAny(redirects) && { redirects }),
      ...(surplus.length > 0 && { labels: surplus }),
      ...(Object.keys(crawled.repositories ?? {}).length > 0 && {
        repositories: crawled.repositories,
      }),
    },
  };
}

function extend(
  known: SyncState[EntryKind],
  fieldsOf: (id: string) => Partial<Known>,
): SyncState[EntryKind] {
  return Object.fromEntries(
    Object.entries(known).map(([id, one]) => [id, { ...one, ...fieldsOf(id) }]),
  );
}

/**
 * Ids and slugs that the entries had after the last sync, even if their files were deleted later.
 */
function recordedSlugs({ state }: Content, kind: EntryKind): { id: string; slug: string }[] {
  return Object.entries(state?.[kind] ?? {}).map(([id, { slug }]) => ({ id, slug }));
}

/** Types of changes and statuses that entries use. */
interface UsedTypes {
  types: ReadonlySet<string>;
  /**
   * Types of changes that the workspace does not list, with the titles and colours from releases.
   */
  forms: readonly ChangeTypeEntry[];
  /** Titles of the statuses of milestones. */
  statuses: ReadonlySet<string | null>;
}

/** Builds the file `workspace.json`. */
export function buildWorkspaceEntry(
  { workspace, types, statuses }: Pick<TablesInput, 'workspace' | 'types' | 'statuses'>,
  used: UsedTypes,
): WorkspaceEntry {
  return {
    ...(contentVersion > 1 && { content_version: contentVersion }),
    id: workspace.id,
    slug: workspace.slug ?? slugOf(workspace.name, workspace.id),
    name: oneLine(workspace.name),
    url: webAddress(workspace.url ?? '') ?? null,
    change_types: firstById(types.table(used.types, used.forms), limits.workspace.changeTypes),
    status_types: statuses.table(used.statuses),
  };
}

interface Addressed {
  id: string;
  slug: string;
}

/**
 * Plans the redirects of a collection, from old to current slugs. Each redirect leads directly to
 * the current slug. A slug that an entry has now is never redirected, and redirects to removed
 * entries are dropped.
 * @param prior redirects after the last sync
 */
export function planRedirects(
  prior: Readonly<Record<string, string>>,
  before: readonly Addressed[],
  after: readonly Addressed[],
): Record<string, string> {
  const idBySlug = new Map(before.map(({ id, slug }) => [slug, id]));
  const slugById = new Map(after.map(({ id, slug }) => [id, slug]));
  const live = new Set(slugById.values());
  // If the state does not show which entry had a slug, a redirect to it belongs to the entry that
  // has it now.
  const idNowAt = new Map(after.map(({ id, slug }) => [slug, id]));
  const idAt = (slug: string) => idBySlug.get(slug) ?? idNowAt.get(slug);
  const origins = [
    ...Object.entries(prior).map(([from, to]) => [from, idAt(to)] as const),
    ...before.map(({ id, slug }) => [slug, id] as const),
  ];
  const redirects = origins.flatMap(([from, id]) => {
    const to = id === undefined ? undefined : slugById.get(id);
    return to === undefined || live.has(from) ? [] : [[from, to] as const];
  });
  return Object.fromEntries(redirects.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
