import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import type { TagView } from '../base/tag-view.ts';
import { type MilestoneCard, milestoneCard } from './milestone-card.ts';
import { compareBy } from './roadmap-choice.ts';
import { statusGroups } from './status-groups.ts';

export interface RoadmapColumn {
  /** Usable as an element's id. */
  key: string;
  status: TagView;
  cards: MilestoneCard[];
  /** How many, as the page writes numbers. */
  count: string;
}

export interface Roadmap {
  /** What is thought of, planned, under way or done. */
  columns: RoadmapColumn[];
  /** What was set aside stands apart; only statuses that have any. */
  canceled: RoadmapColumn[];
  /** The cards of `columns` in one list, by what moved last. */
  list: MilestoneCard[];
  total: number;
  /** Milestones are there, but all of them are over. */
  isNothingOpen: boolean;
}

/** The roadmap of some milestones: its board, its list, and what was set aside. */
export function roadmap(milestones: Iterable<MilestoneSummary>, site: SiteContext): Roadmap {
  const { format } = new Intl.NumberFormat(site.config.locale);
  const columns = statusGroups(milestones, site).map(
    ({ stage, title, colour, ...group }, index) => ({
      stage,
      key: `column-${index + 1}`,
      status: { name: title || site.strings.otherStatus, colour },
      cards: group.milestones.map((one) => milestoneCard(one, site)),
      count: format(group.milestones.length),
    }),
  );
  const cards = columns.flatMap((column) => column.cards);
  const isCanceled = ({ stage }: { stage: string }) => stage === 'CANCELED';
  const shown = columns.filter((column) => !isCanceled(column));
  const byMove = compareBy('moved');
  return {
    columns: shown,
    canceled: columns.filter((column) => isCanceled(column) && column.cards.length > 0),
    list: shown.flatMap((column) => column.cards).sort((a, b) => byMove(a.facts, b.facts)),
    total: cards.length,
    isNothingOpen: cards.length > 0 && cards.every(({ isOpen }) => !isOpen),
  };
}
