import type { SiteContext } from '../base/context.ts';
import { type NamedPage, namedRelease, type Shipping } from './shipped-in.ts';
import { type MoveView, moveView, type ToldMove } from './told-moves.ts';

/** What is told of a milestone beside all that it says itself. */
export interface MilestoneStory {
  /** Newest first. */
  moves: MoveView[];
  /** The releases that brought it, newest first. */
  shipped: NamedPage[];
}

/** Finds the story of each milestone. @param moves of all of them, newest first */
export function milestoneStories(
  moves: readonly ToldMove[],
  shipping: Pick<Shipping, 'releasesOf'>,
  site: SiteContext,
): (milestone: { id: string }) => MilestoneStory {
  const byId = Map.groupBy(moves, ({ milestone }) => milestone.id);
  return (one) => ({
    moves: (byId.get(one.id) ?? []).map((move) => moveView(move, site)),
    shipped: shipping.releasesOf(one).map((release) => namedRelease(release, site)),
  });
}
