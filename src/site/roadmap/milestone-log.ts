import type { SiteContext } from '../base/context.ts';
import { type MilestoneMove, moveView } from './milestone-moves.ts';
import { namedRelease, type Shipping } from './shipped-in.ts';

/** The parts of a milestone's history that are not in the fields of the milestone. */
export type MilestoneLog = ReturnType<ReturnType<typeof milestoneLogs>>;

/**
 * Returns a function that finds the log of a milestone.
 * @param moves of all milestones, newest first
 */
export function milestoneLogs(
  moves: readonly MilestoneMove[],
  shipping: Pick<Shipping, 'releasesOf'>,
  site: SiteContext,
) {
  const byId = Map.groupBy(moves, ({ milestone }) => milestone.id);
  return (one: { id: string }) => ({
    /** Newest first. */
    moves: (byId.get(one.id) ?? []).map((move) => moveView(move, site)),
    /** Releases whose text links to the milestone, newest first. */
    shipped: shipping.releasesOf(one).map((release) => namedRelease(release, site)),
  });
}
