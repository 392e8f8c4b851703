import type { MilestoneSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { type MilestoneCard, milestoneCard } from './milestone-card.ts';
import { compareBy } from './roadmap-choice.ts';
import { statusGroups } from './status-groups.ts';

export type Roadmap = ReturnType<typeof roadmap>;
export type RoadmapColumn = Roadmap['columns'][number];

export function roadmap(milestones: Iterable<MilestoneSummary>, site: SiteContext) {
  const { format } = new Intl.NumberFormat(site.config.locale);
  const columns = statusGroups(milestones, site).map(
    ({ stage, title, colour, ...group }, index) => ({
      stage,
      // Can be used as an element's id.
      key: `column-${index + 1}`,
      status: { name: title || site.strings.otherStatus, colour },
      cards: group.milestones.map((one) => milestoneCard(one, site)),
      count: format(group.milestones.length),
    }),
  );
  const cards = columns.flatMap((column) => column.cards);
  const isCanceled = ({ stage }: { stage: string }) => stage === 'CANCELED';
  const visible = columns.filter((column) => !isCanceled(column));
  const [byVotes, byMove] = [compareBy('votes'), compareBy('moved')];
  const compare = (a: MilestoneCard, b: MilestoneCard) =>
    (site.config.show.votes && byVotes(a.facts, b.facts)) || byMove(a.facts, b.facts);
  return {
    // One column per status, except statuses for canceled milestones.
    columns: visible,
    canceled: columns.filter((column) => isCanceled(column) && column.cards.length > 0),
    // Like the columns, most votes first or, if the site shows no votes, latest move first.
    list: visible.flatMap((column) => column.cards).sort(compare),
    total: cards.length,
    isNothingOpen: cards.length > 0 && cards.every(({ isOpen }) => !isOpen),
  };
}
