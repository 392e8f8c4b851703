import type { SiteContext } from '../base/context.ts';
import { type MilestoneMove, type MoveView, moveView } from './milestone-moves.ts';
import { type NamedPage, namedRelease, type Shipping } from './shipped-in.ts';

/** The parts of a milestone's history that are not in the fields of the milestone. */
export interface MilestoneLog {
  /** Newest first. */
  moves: MoveView[];
  /** Releases whose text links to the milestone, newest first. */
  shipped: NamedPage[];
}

/**
 * Returns a function that finds the log of a milestone.
 * @param moves of all milestones, newest first
 */
export function milestoneLogs(
  moves: readonly MilestoneMove[],
  shipping: Pick<Shipping, 'releasesOf'>,
  site: SiteContext,
): (milestone: { id: string }) => MilestoneLog {
  const byId = Map.groupBy(moves, ({ milestone }) => milestone.id);
  return (one) => ({
    moves: (byId.get(one.id) ?? []).map((move) => moveView(move, site)),
    shipped: shipping.releasesOf(one).map((release) => namedRelease(release, site)),
  });
}
