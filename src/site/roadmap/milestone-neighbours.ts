import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { statusGroups } from './status-groups.ts';

/** The milestones before and after a milestone in its column of the board. */
export interface MilestoneNeighbours {
  previous: MilestoneSummary | undefined;
  next: MilestoneSummary | undefined;
}

/** By id. */
export function milestoneNeighbours(
  milestones: Iterable<MilestoneSummary>,
  site: SiteContext,
): Map<string, MilestoneNeighbours> {
  const neighbours = new Map<string, MilestoneNeighbours>();
  for (const group of statusGroups(milestones, site))
    for (const [index, { id }] of group.milestones.entries())
      neighbours.set(id, {
        previous: group.milestones[index - 1],
        next: group.milestones[index + 1],
      });
  return neighbours;
}
