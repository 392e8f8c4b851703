import type { MilestoneSummary } from '../model/content.ts';
import { stages } from '../model/milestone.ts';
import { colourClass } from './colours.ts';
import type { SiteContext } from './context.ts';
import { type MilestoneCard, milestoneCard } from './milestone-view.ts';
import type { TagView } from './tag-view.ts';

export interface RoadmapColumn {
  /** Usable as an element's id. */
  key: string;
  status: TagView;
  cards: MilestoneCard[];
}

/**
 * The roadmap's columns: the workspace's status types in the order of their stages, then
 * statuses that it does not know. Cards with the most votes come first.
 */
export function roadmapColumns(
  milestones: Iterable<MilestoneSummary>,
  site: SiteContext,
): RoadmapColumn[] {
  const byStatus = Map.groupBy(milestones, ({ status }) => status ?? '');
  const types = site.workspace.status_types.toSorted((a, b) => order(a.stage) - order(b.stage));
  const known = types.map(({ title, color }) => ({ title, colour: colourClass(color) }));
  const titles = new Set(known.map(({ title }) => title));
  const unknown = [...byStatus.keys()]
    .filter((title) => !titles.has(title))
    .sort()
    .map((title) => ({ title, colour: colourClass(null) }));
  return [...known, ...unknown].map(({ title, colour }, index) => ({
    key: `column-${index + 1}`,
    status: { name: title || site.strings.otherStatus, colour },
    cards: (byStatus.get(title) ?? []).toSorted(byVotes).map((one) => milestoneCard(one, site)),
  }));
}

function order(stage: string): number {
  const index = (stages as readonly string[]).indexOf(stage);
  return index === -1 ? stages.length : index;
}

function byVotes(a: MilestoneSummary, b: MilestoneSummary): number {
  return b.upvote_count - a.upvote_count || (a.id < b.id ? -1 : 1);
}
