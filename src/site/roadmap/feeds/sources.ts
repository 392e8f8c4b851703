import type { MilestoneEntry, MilestoneSummary } from '../../../model/content/content.ts';
import type { ReleaseSources } from '../../feeds/document.ts';
import type { Archive } from '../../releases/archives.ts';
import type { MilestoneMove } from '../milestone-moves.ts';
import type { Shipping } from '../shipped-in.ts';

/** The data for all documents of the site. */
export interface Sources extends ReleaseSources {
  /** Of the releases. */
  archives: readonly Archive[];
  milestones: readonly MilestoneSummary[];
  /** Newest first. */
  moves: readonly MilestoneMove[];
  shipping: Pick<Shipping, 'releasesOf'>;
  readMilestone(slug: string): Promise<MilestoneEntry>;
}
