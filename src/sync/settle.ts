import type { MilestoneEntry, ReleaseEntry } from '../model/content.ts';
import type { WorkspaceRow } from '../model/rows.ts';
import type { Content } from '../store/read-content.ts';
import { type ChangeTypes, changeTypes } from './change-types.ts';
import type { Crawled } from './crawl.ts';
import type { Mirror } from './mirror.ts';
import { prepareMilestone, prepareRelease } from './prepare.ts';
import { counted, type OnProgress } from './progress.ts';
import { type Settled, settleEntries } from './settle-entries.ts';

/** The entries that are to stand. */
export interface SettledContent {
  releases: Settled<ReleaseEntry>;
  milestones: Settled<MilestoneEntry>;
  types: ChangeTypes;
}

/** From what was crawled to entries: slugs assigned, bodies prepared, pictures mirrored. */
export async function settle(
  crawled: Crawled,
  workspace: WorkspaceRow,
  current: Content,
  mirror: Mirror,
  { allowMassDelete, onProgress }: { allowMassDelete: boolean; onProgress: OnProgress },
): Promise<SettledContent> {
  const types = changeTypes(workspace);
  const toPrepare = crawled.releases.rows.size + crawled.milestones.rows.size;
  const count = counted('preparing', onProgress, toPrepare);
  const preparing = { types, mirror, base: URL.parse(workspace.url ?? '') ?? undefined };
  const releases = await settleEntries({
    collected: crawled.releases,
    current: current.releases,
    known: current.state?.releases ?? {},
    since: ({ released_at }) => released_at ?? '',
    prepare: (row, slug) => count(() => prepareRelease(row, slug, preparing)),
    allowMassDelete,
  });
  const milestones = await settleEntries({
    collected: crawled.milestones,
    current: current.milestones,
    known: current.state?.milestones ?? {},
    since: ({ created_at }) => created_at ?? '',
    prepare: (row, slug) => count(() => prepareMilestone(row, slug, preparing)),
    allowMassDelete,
  });
  return { releases, milestones, types };
}
