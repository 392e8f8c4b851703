import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import type { TagView } from '../base/tag-view.ts';
import { type MilestoneCard, milestoneCard } from './milestone-card.ts';
import { compareBy } from './roadmap-choice.ts';
import { statusGroups } from './status-groups.ts';

export interface RoadmapColumn {
  /** A key that can be used as an element's id. */
  key: string;
  status: TagView;
  cards: MilestoneCard[];
  /** Formatted for the site's language. */
  count: string;
}

export interface Roadmap {
  /** One column per status, except statuses for canceled milestones. */
  columns: RoadmapColumn[];
  /** Columns of the statuses for canceled milestones. */
  canceled: RoadmapColumn[];
  /** The cards of all `columns`, latest move first. */
  list: MilestoneCard[];
  total: number;
  /** True if there are milestones and all of them are completed or canceled. */
  isNothingOpen: boolean;
}

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
  const visible = columns.filter((column) => !isCanceled(column));
  const byMove = compareBy('moved');
  return {
    columns: visible,
    canceled: columns.filter((column) => isCanceled(column) && column.cards.length > 0),
    list: visible.flatMap((column) => column.cards).sort((a, b) => byMove(a.facts, b.facts)),
    total: cards.length,
    isNothingOpen: cards.length > 0 && cards.every(({ isOpen }) => !isOpen),
  };
}
