import type { MilestoneEntry, ReleaseEntry } from '../../model/content/content.ts';
import type { Content } from '../../store/read/read-content.ts';
import type { Crawled } from '../read/crawl.ts';
import { type MergedEntries, mergeEntries } from './merge-entries.ts';

/** The entries that are to stand. */
export interface MergedContent {
  releases: MergedEntries<ReleaseEntry>;
  milestones: MergedEntries<MilestoneEntry>;
}

/** From what was crawled to the entries that are to stand: removals guarded, slugs assigned. */
export function mergeContent(
  crawled: Crawled,
  current: Content,
  allowMassDelete: boolean,
): MergedContent {
  return {
    releases: mergeEntries({
      collected: crawled.releases,
      current: current.releases,
      known: current.state?.releases ?? {},
      since: ({ released_at }) => released_at,
      allowMassDelete,
    }),
    milestones: mergeEntries({
      collected: crawled.milestones,
      current: current.milestones,
      known: current.state?.milestones ?? {},
      since: ({ created_at }) => created_at ?? '',
      allowMassDelete,
    }),
  };
}
