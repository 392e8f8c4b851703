import pLimit from 'p-limit';
import { ApiError, isRefused } from '../../client/api-error.ts';
import { identity, type Records } from '../../client/endpoints.ts';
import type { Walk } from '../../client/walk.ts';
import { countTasks, type OnProgress } from '../../lib/progress.ts';
import { oneLine } from '../../lib/text/text.ts';
import { type LabelRef, type ProjectRef, ProjectRow } from '../../model/api/rows.ts';
import {
  byKindAsync,
  type EntryKind,
  type EntryTypes,
  entryKinds,
} from '../../model/content/entry-kinds.ts';
import type { Repositories } from '../../model/content/sync-state.ts';
import { CONVERT_VERSION } from '../../sources/convert-version.ts';
import type { Content } from '../../store/read/read-content.ts';
import { allLabels } from '../plan/surplus-labels.ts';
import type { AssetMemory } from '../prepare/assets/memory.ts';
import { PREPARE_VERSION } from '../prepare/prepare.ts';
import type { PrepareRows } from '../prepare/prepare-rows.ts';
import { type Collected, collect } from './collect.ts';
import type { Freshness } from './freshness.ts';
import type { PageMemory } from './page-memory.ts';
import { parseRows, type Quarantined, type RowKind } from './parse/parse-rows.ts';
import type { SyncedWorkspace, WorkspaceTypes } from './parse/parse-workspace.ts';
import { resources } from './resources.ts';
import type { Refs } from './windows/refs.ts';

/** Maximum number of records that are read at once: the client's limit of concurrent requests. */
const maxConcurrentRecords = 8;

/** All public data of a workspace, as read from the API. */
export interface Crawled extends CollectedByKind {
  /** Projects from the list of projects, and from releases and milestones. */
  projects: Projects;
  /** Labels from releases and milestones, because the API has no list of labels. */
  labels: LabelRef[];
  /** The GitHub repositories that this sync and earlier ones read. */
  repositories?: Repositories;
}

export type CollectedByKind = { [K in EntryKind]: Collected<EntryTypes[K]> };

interface Projects {
  rows: ProjectRef[];
  quarantined: Quarantined[];
  /** Messages for the report about parts of the list that could not be used. */
  notes: string[];
  state: Walk<unknown>['state'];
}

export interface CrawlOptions {
  now: Date;
  full: boolean;
  /** Whether pictures and files are mirrored. */
  assets: boolean;
  freshness: Freshness;
  pages: PageMemory;
  memory: AssetMemory;
  prepare: PrepareRows;
  onProgress: OnProgress;
}

/**
 * Reads all lists. If lists omit some fields of a record, also reads the record by id.
 * @throws ApiError
 */
export async function crawl(
  api: Records,
  workspace: SyncedWorkspace,
  current: Content,
  options: CrawlOptions,
): Promise<Crawled> {
  const readingProjects = readProjects(api);
  const common = {
    ...options,
    api: { ...api, byId: limitReads(api, options.onProgress) },
    projects: async () => {
      const { rows, state } = await readingProjects;
      return { rows, isWhole: state === 'complete' };
    },
    labels: allLabels(current),
  };
  const { state } = current;
  const collecting = byKindAsync<CollectedByKind>((kind) =>
    collect(resources[kind], options.prepare[kind], {
      ...common,
      inputs: inputsOf(kind, workspace, options.assets),
      known: state?.[kind] ?? {},
      refsOf: createRefsOf(current[kind], current),
    }),
  );
  const [projects, collected] = await Promise.all([readingProjects, collecting]);
  const prepared = entryKinds.flatMap((kind) => [...collected[kind].prepared.values()]);
  const named = prepared.flatMap(({ project }) => project ?? []);
  return {
    ...collected,
    projects: { ...projects, rows: [...projects.rows, ...named] },
    labels: prepared.flatMap(({ labels }) => labels),
  };
}

/** Creates a function that returns an existing entry's project and labels in the form of a row. */
function createRefsOf(
  entries: ReadonlyMap<string, Pick<EntryTypes[EntryKind], 'project' | 'labels'>>,
  { projects }: Content,
): (id: string) => Refs | undefined {
  const byId = new Map(projects.map((project) => [project.id, project]));
  return (id) => {
    const entry = entries.get(id);
    if (!entry) return undefined;
    const project =
      entry.project === null ? null : (byId.get(entry.project) ?? { id: entry.project });
    return { project, labels: entry.labels.map((label) => ({ id: label })) };
  };
}

/** All inputs, except rows, that affect how entries of a kind are prepared. */
export function inputsOf(
  kind: EntryKind,
  workspace: Pick<SyncedWorkspace, 'url' | keyof WorkspaceTypes>,
  assets: boolean,
): unknown[] {
  const ofKind = resources[kind].inputs(workspace) ?? [];
  return [PREPARE_VERSION, CONVERT_VERSION, ofKind, workspace.url ?? null, assets];
}

const projectKind: RowKind<ProjectRow> = { name: 'projects', schema: ProjectRow, vital: [] };

/**
 * Reads the list of projects. A failure does not abort the sync, because releases and milestones
 * also contain the names of their projects.
 */
async function readProjects(api: Records): Promise<Projects> {
  try {
    const { rows, state } = await api.list('projects', {}, identity);
    const { good, bad, unread } = parseRows(projectKind, rows);
    const notes = good.flatMap((one) =>
      one.notes.map((note) => `Project “${oneLine(one.row.name)}”: ${note}.`),
    );
    return { rows: good.map(({ row }) => row), quarantined: [...bad, ...unread], notes, state };
  } catch (error) {
    if (!(error instanceof ApiError) || isRefused(error)) throw error;
    return { rows: [], quarantined: [], notes: [error.message], state: 'unsettled' };
  }
}

/**
 * Reads records by id and reports the progress. The client also limits concurrency, but with its
 * limit alone, pages of lists would have to wait for all these requests.
 */
function limitReads(api: Records, onProgress: OnProgress): Records['byId'] {
  const count = countTasks('reading', onProgress);
  const limit = pLimit(maxConcurrentRecords);
  return (name, id) => count(() => limit(() => api.byId(name, id)));
}
