import pLimit from 'p-limit';
import { ApiError, isRefused } from '../../client/api-error.ts';
import { identity, type Records } from '../../client/endpoints.ts';
import { countTasks, type OnProgress } from '../../lib/progress.ts';
import { oneLine } from '../../lib/text/text.ts';
import { ProjectRow } from '../../model/api/rows.ts';
import { byKindAsync, type EntryKind } from '../../model/content/entry-kinds.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { CommonContext } from './classify-row.ts';
import { collect } from './collect.ts';
import { addNames, type CollectedByKind, type Decisions, type Projects } from './decisions.ts';
import type { PageMemory } from './page-memory.ts';
import { parseRow, type RowKind } from './parse/parse-rows.ts';
import type { PrepareRows } from './prepared-entry.ts';
import { resources } from './resources.ts';

/** Maximum number of records that are read at once: the client's limit of concurrent requests. */
const maxConcurrentRecords = 8;

export interface CrawlOptions extends CommonContext {
  /** All inputs, except rows, that affect how entries are prepared. */
  inputs: Record<EntryKind, unknown>;
  pages: PageMemory;
  prepare: PrepareRows;
  onProgress: OnProgress;
}

/**
 * Reads all lists. If lists omit some fields of a record, also reads the record by id.
 * @throws ApiError
 */
export async function crawl(
  api: Records,
  current: Content,
  options: CrawlOptions,
): Promise<Decisions> {
  const readingProjects = readProjects(api);
  const common = {
    ...options,
    api: { ...api, byId: limitReads(api, options.onProgress) },
    // Rows of remembered pages have only the ids of their projects; the content has the names.
    projects: async () => {
      const { rows, state } = await readingProjects;
      return { rows: [...rows, ...current.projects], state };
    },
    labels: current.labels,
  };
  const collecting = byKindAsync<CollectedByKind>((kind) =>
    collect({
      ...common,
      resource: resources[kind],
      prepare: options.prepare[kind],
      inputs: options.inputs[kind],
      known: current.known[kind],
    }),
  );
  const [projects, collected] = await Promise.all([readingProjects, collecting]);
  return addNames(collected, projects);
}

const projectKind: RowKind<ProjectRow> = { name: 'projects', schema: ProjectRow, vital: [] };

/**
 * Reads the list of projects. A failure does not abort the sync, because releases and milestones
 * also contain the names of their projects.
 */
async function readProjects(api: Records): Promise<Projects> {
  try {
    const { rows, state } = await api.list('projects', {}, identity);
    const parsed = rows.map((row) => parseRow(projectKind, row));
    const good = parsed.flatMap((one) => one.good ?? []);
    const notes = good.flatMap((one) =>
      one.notes.map((note) => `Project “${oneLine(one.row.name)}”: ${note}.`),
    );
    const quarantined = parsed.flatMap(({ bad }) => bad ?? []);
    return { rows: good.map(({ row }) => row), quarantined, notes, state };
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
