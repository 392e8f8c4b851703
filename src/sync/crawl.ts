import pLimit from 'p-limit';
import type { Api } from '../client/endpoints.ts';
import type { Walk } from '../client/walk.ts';
import type { MilestoneEntry, ReleaseEntry } from '../model/content.ts';
import { type LabelRow, ProjectRow, type WorkspaceRow } from '../model/rows.ts';
import type { Content } from '../store/read-content.ts';
import { type Collected, collect } from './collect.ts';
import { milestones, releases } from './collection.ts';
import type { Freshness } from './freshness.ts';
import { judgeRows, type Quarantined } from './judge-rows.ts';
import { preparation } from './prepare.ts';
import type { PrepareRows } from './prepare-rows.ts';
import { counted, type OnProgress } from './progress.ts';

/** As many as the client has under way at the most. */
const recordsAtOnce = 8;

/** What the API shows of a workspace, judged and gated. */
export interface Crawled {
  /** From the list, and as releases and milestones name them. */
  projects: { rows: ProjectRow[]; quarantined: Quarantined[]; state: Walk['state'] };
  /** As releases and milestones name them: the API has no list of labels. */
  labels: LabelRow[];
  releases: Collected<ReleaseEntry>;
  milestones: Collected<MilestoneEntry>;
}

export interface CrawlOptions {
  now: Date;
  full: boolean;
  /** Whether entries come with copies of their pictures and files. */
  assets: boolean;
  freshness: Freshness;
  prepare: PrepareRows;
  onProgress: OnProgress;
}

/** Reads all lists, and by id what they leave out. @throws ApiError */
export async function crawl(
  api: Api,
  workspace: WorkspaceRow,
  current: Content,
  options: CrawlOptions,
): Promise<Crawled> {
  const readingProjects = readProjects(api);
  const common = {
    ...options,
    api: { ...api, byId: reading(api, options.onProgress) },
    // What entries come from apart from their own rows.
    basis: [
      preparation,
      workspace.release_change_types ?? [],
      workspace.url ?? null,
      options.assets,
    ],
    projects: async () => (await readingProjects).rows.map(({ id }) => id),
    labels: current.labels.map(({ id }) => id),
  };
  const { state } = current;
  const [projects, collectedReleases, collectedMilestones] = await Promise.all([
    readingProjects,
    collect(releases, options.prepare.release, { ...common, known: state?.releases ?? {} }),
    collect(milestones, options.prepare.milestone, { ...common, known: state?.milestones ?? {} }),
  ]);
  const prepared = [
    ...collectedReleases.prepared.values(),
    ...collectedMilestones.prepared.values(),
  ];
  const named = prepared.flatMap(({ project }) => project ?? []);
  return {
    projects: { ...projects, rows: [...projects.rows, ...named] },
    labels: prepared.flatMap(({ labels }) => labels),
    releases: collectedReleases,
    milestones: collectedMilestones,
  };
}

async function readProjects(api: Api): Promise<Crawled['projects']> {
  const { rows, state } = await api.list('projects');
  const { good, bad } = judgeRows('projects', rows, ProjectRow);
  return { rows: good, quarantined: bad, state };
}

/**
 * Reads of records are what takes long: they are the progress. They wait here and not with the
 * client, where the pages of a list would have to queue up behind a thousand of them.
 */
function reading(api: Api, onProgress: OnProgress): Api['byId'] {
  const count = counted('reading', onProgress);
  const limit = pLimit(recordsAtOnce);
  return (name, id) => count(() => limit(() => api.byId(name, id)));
}
