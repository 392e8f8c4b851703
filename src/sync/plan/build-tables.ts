import { firstById } from '../../lib/first-by-id.ts';
import { oneLine } from '../../lib/text/text.ts';
import type { ChangeTypeEntry, Redirects, WorkspaceEntry } from '../../model/content/content.ts';
import { contentVersion } from '../../model/content/content-version.ts';
import { byKind, type EntryKind } from '../../model/content/entry-kinds.ts';
import type { ReleaseLog } from '../../model/content/release-log.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { limits } from '../../model/limits.ts';
import type { Content } from '../../store/read/read-content.ts';
import { webAddress } from '../assets/web-address.ts';
import type { SyncedWorkspace } from '../parse/parse-workspace.ts';
import type { ChangeTypes } from '../prepare/change-types.ts';
import { slugOf } from '../prepare/slugs.ts';
import type { StatusTypes } from '../prepare/status-types.ts';
import { labelTable, projectTable } from '../prepare/tables.ts';
import type { Crawled } from '../read/crawl.ts';
import type { MergedContent } from './merge.ts';
import type { Story } from './next-story.ts';
import { nextRedirects } from './redirects.ts';
import type { Standings } from './standings.ts';
import { allLabels, cutLabels } from './surplus-labels.ts';
import { otherForms, type TypeForms, typeForms } from './type-forms.ts';
import { allEntries, type EntryLists, hasAny, type Wanted } from './wanted.ts';

export interface TablesInput {
  merged: MergedContent;
  crawled: Crawled;
  types: ChangeTypes;
  statuses: StatusTypes;
  workspace: SyncedWorkspace;
  current: Content;
  story: Story;
  releaseLog: ReleaseLog;
  /** The API's origin. */
  api: string;
}

/**
 * The tables beside the entries. Only what a public entry refers to comes into them: a label,
 * project, type or status that drafts alone use stays private.
 */
export function buildTables(input: TablesInput): Wanted {
  const { merged, crawled, workspace, current, api } = input;
  const lists = byKind<EntryLists>((kind) => merged[kind].entries);
  const { releases, milestones } = lists;
  const entries = allEntries(lists);
  const usedProjects = new Set(entries.flatMap(({ project }) => project ?? []));
  const usedLabels = new Set(entries.flatMap(({ labels }) => labels));
  const redirects = byKind<Redirects>((kind) =>
    nextRedirects(current.redirects[kind], standing(current, kind), lists[kind]),
  );
  const forms = typeForms({
    releases,
    prepared: crawled.releases.prepared,
    known: current.state?.releases ?? {},
    table: current.workspace?.change_types ?? [],
  });
  const { labels, surplus } = cutLabels(labelTable(usedLabels, crawled.labels, allLabels(current)));
  const nextWorkspace = workspaceEntry(input, {
    types: new Set(releases.flatMap(({ changes }) => changes.flatMap(({ type }) => type ?? []))),
    forms: [...forms.values()].flat(),
    statuses: new Set(milestones.map(({ status }) => status)),
  });
  return {
    workspace: nextWorkspace,
    projects: projectTable(usedProjects, crawled.projects.rows, current.projects),
    labels,
    ...lists,
    redirects,
    roadmapLog: input.story.roadmapLog,
    releaseLog: input.releaseLog,
    state: {
      workspace: workspace.id,
      api,
      ...byKind<KnownByKind>((kind) => merged[kind].known),
      releases: withTypes(merged.releases.known, forms, nextWorkspace),
      milestones: withStandings(merged.milestones.known, input.story.standings),
      ...(hasAny(redirects) && { redirects }),
      ...(surplus.length > 0 && { labels: surplus }),
    },
  };
}

type KnownByKind = Pick<SyncState, EntryKind>;

function withTypes(
  known: MergedContent['releases']['known'],
  forms: TypeForms,
  { change_types }: WorkspaceEntry,
): SyncState['releases'] {
  const entries = Object.entries(known).map(([id, one]) => {
    return [id, { ...one, ...otherForms(forms.get(id) ?? [], change_types) }] as const;
  });
  return Object.fromEntries(entries);
}

function withStandings(
  known: MergedContent['milestones']['known'],
  standings: Standings,
): SyncState['milestones'] {
  const entries = Object.entries(known).map(([id, one]) => {
    const standing = standings.get(id);
    return [id, { ...one, ...(standing && { standing }) }] as const;
  });
  return Object.fromEntries(entries);
}

/** What stood there after the last sync, also where somebody removed it since. */
function standing({ state }: Content, kind: EntryKind): { id: string; slug: string }[] {
  return Object.entries(state?.[kind] ?? {}).map(([id, { slug }]) => ({ id, slug }));
}

/** What entries use of what a workspace names. */
interface UsedTypes {
  /** Slugs of types of changes. */
  types: ReadonlySet<string>;
  /** All forms in which entries name types that the workspace does not list. */
  forms: readonly ChangeTypeEntry[];
  /** Titles of types of status. */
  statuses: ReadonlySet<string | null>;
}

/** The workspace as it is to stand. */
export function workspaceEntry(
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
