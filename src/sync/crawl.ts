import type { Api } from '../client/endpoints.ts';
import {
  type MilestoneRow,
  ProjectRow,
  type ReleaseRow,
  type WorkspaceRow,
} from '../model/rows.ts';
import type { Content } from '../store/read-content.ts';
import { type Collected, collect } from './collect.ts';
import { milestones, releases } from './collection.ts';
import { judgeRows, type Quarantined } from './judge-rows.ts';
import { preparation } from './prepare.ts';

/** What the API shows of a workspace, judged and gated. */
export interface Crawled {
  projects: ProjectRow[];
  badProjects: Quarantined[];
  releases: Collected<ReleaseRow>;
  milestones: Collected<MilestoneRow>;
}

/** Reads all lists, and by id what they leave out. @throws ApiError */
export async function crawl(
  api: Api,
  workspace: WorkspaceRow,
  current: Content,
  { now, full }: { now: Date; full: boolean },
): Promise<Crawled> {
  const { state } = current;
  const basis = [preparation, workspace.release_change_types ?? [], workspace.url ?? null];
  const common = { api, now, basis, full: full || (state && state.api !== api.baseUrl) === true };
  const [listed, releaseRows, milestoneRows] = await Promise.all([
    api.list('projects'),
    collect(releases, { ...common, known: state?.releases ?? {} }),
    collect(milestones, { ...common, known: state?.milestones ?? {} }),
  ]);
  const { good, bad } = judgeRows('projects', listed.rows, ProjectRow);
  return { projects: good, badProjects: bad, releases: releaseRows, milestones: milestoneRows };
}
