import type { MilestoneEntry, MilestoneSummary } from '../../../model/content/content.ts';
import type { ReleaseSources } from '../../feeds/document.ts';
import type { MilestoneMove } from '../milestone-moves.ts';
import type { Shipping } from '../shipped-in.ts';

/** The data for all documents of the site. */
export interface Sources extends ReleaseSources {
  milestones: readonly MilestoneSummary[];
  /** Newest first. */
  moves: readonly MilestoneMove[];
  shipping: Pick<Shipping, 'releasesOf'>;
  readMilestone(slug: string): Promise<MilestoneEntry>;
}
