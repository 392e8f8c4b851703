import type { MilestoneEntry, ReleaseEntry } from '../../model/content/content.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { Crawled } from '../read/crawl.ts';
import { type Settled, settleEntries } from './merge-entries.ts';

/** The entries that are to stand. */
export interface SettledContent {
  releases: Settled<ReleaseEntry>;
  milestones: Settled<MilestoneEntry>;
}

/** From what was crawled to the entries that are to stand: removals guarded, slugs assigned. */
export function settle(
  crawled: Crawled,
  current: Content,
  allowMassDelete: boolean,
): SettledContent {
  return {
    releases: settleEntries({
      collected: crawled.releases,
      current: current.releases,
      known: current.state?.releases ?? {},
      since: ({ released_at }) => released_at,
      allowMassDelete,
    }),
    milestones: settleEntries({
      collected: crawled.milestones,
      current: current.milestones,
      known: current.state?.milestones ?? {},
      since: ({ created_at }) => created_at ?? '',
      allowMassDelete,
    }),
  };
}
