import type { MilestoneEntry, ReleaseEntry } from '../model/content.ts';
import type { WorkspaceRow } from '../model/rows.ts';
import type { Content } from '../store/read-content.ts';
import { type ChangeTypes, changeTypes } from './change-types.ts';
import type { Crawled } from './crawl.ts';
import type { Mirror } from './mirror.ts';
import { prepareMilestone, prepareRelease } from './prepare.ts';
import { counted, type OnProgress } from './progress.ts';
import { type Prepared, type Settled, settleEntries } from './settle-entries.ts';

/** The entries that are to stand. */
export interface SettledContent {
  releases: Settled<ReleaseEntry>;
  milestones: Settled<MilestoneEntry>;
  types: ChangeTypes;
  /** What could not be shown as it came. */
  notes: string[];
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
  const notes: string[] = [];
  const toPrepare = crawled.releases.rows.size + crawled.milestones.rows.size;
  const count = counted('preparing', onProgress, toPrepare);
  const preparing = { types, base: URL.parse(workspace.url ?? '') ?? undefined, notes };
  const releases = await settleEntries({
    collected: crawled.releases,
    current: current.releases,
    known: current.state?.releases ?? {},
    since: ({ released_at }) => released_at ?? '',
    prepare: (row, slug) =>
      count(() => watched(mirror, (m) => prepareRelease(row, slug, { ...preparing, mirror: m }))),
    allowMassDelete,
  });
  const milestones = await settleEntries({
    collected: crawled.milestones,
    current: current.milestones,
    known: current.state?.milestones ?? {},
    since: ({ created_at }) => created_at ?? '',
    prepare: (row, slug) =>
      count(() => watched(mirror, (m) => prepareMilestone(row, slug, { ...preparing, mirror: m }))),
    allowMassDelete,
  });
  return { releases, milestones, types, notes };
}

/** Notes whether something was missing that another sync may get. */
async function watched<E>(
  mirror: Mirror,
  prepare: (mirror: Mirror) => Promise<E>,
): Promise<Prepared<E>> {
  let again = false;
  const entry = await prepare({
    ...mirror,
    fetch: async (address, kind) => {
      const asset = await mirror.fetch(address, kind);
      again ||= !asset && mirror.mayPass(address, kind);
      return asset;
    },
  });
  return { entry, again };
}
