import type { MilestoneSummary } from '../../model/content/content.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import { periodName } from '../base/dates.ts';
import { labelViews, type TagView } from '../base/tag-view.ts';
import { paths } from '../base/urls.ts';
import { milestoneMoments, movedAt } from './milestone-dates.ts';
import type { Facts } from './roadmap-choice.ts';

/** A milestone on the roadmap. */
export type MilestoneCard = ReturnType<typeof milestoneCard>;

/** Maximum number of labels on a card. More would make the title hard to find. */
const maxLabels = 6;

export function milestoneCard(milestone: MilestoneSummary, site: SiteContext) {
  const { urls, strings, projects, config } = site;
  const { number } = milestone;
  const project = milestone.project ? projects.get(milestone.project) : undefined;
  // Labels have no links, because the whole card is one link.
  const labels = labelViews(milestone.labels, site).map(({ name, colour }) => ({ name, colour }));
  const hiddenLabels = labels.length - maxLabels;
  const votes = config.show.votes ? milestone.upvote_count : 0;
  const moments = milestoneMoments(milestone, site);
  const endings = [strings.completed, strings.canceled];
  const date = moments.find(({ term }) => endings.includes(term)) ?? moments.at(-1);
  return {
    href: urls.href(paths.milestone(milestone.slug)),
    number: number === null ? undefined : `#${number}`,
    title: milestone.title,
    status: statusTag(milestone, site),
    project: project?.name,
    labels: labels.slice(0, maxLabels),
    moreLabels: hiddenLabels > 0 ? strings.board.moreLabels(hiddenLabels) : undefined,
    votes: votes > 0 ? strings.votes(votes) : undefined,
    ...planOf(milestone, site),
    // The card shows only one date; the milestone's own page shows all dates.
    date,
    // Whether the date is the last change, which is shown only after sixty days.
    isMoved: date?.term === strings.board.moved,
    facts: {
      project: project?.slug,
      labels: milestone.labels.flatMap((id) => site.labels.get(id)?.slug ?? []),
      votes,
      moved: movedAt(milestone)?.at ?? '',
    } satisfies Facts,
  };
}

/**
 * The stage of a milestone's status. If the workspace has no such status, the milestone's own
 * stage.
 */
export function stageOf({ status, stage }: MilestoneSummary, { workspace }: SiteContext): string {
  return workspace.status_types.find(({ title }) => title === status)?.stage ?? stage;
}

/** The progress and the target of an open milestone, and both in words. */
function planOf(milestone: MilestoneSummary, site: SiteContext) {
  const isOpen = !isOver(stageOf(milestone, site));
  // Before the first issue is done, the status says it all.
  const progress = isOpen && milestone.progress?.done ? milestone.progress : undefined;
  const target = targetOf(milestone, site);
  const { board } = site.strings;
  const { format } = new Intl.NumberFormat(site.config.locale);
  const plan = [
    ...(progress ? [board.progress(format(progress.done), format(progress.total))] : []),
    ...(target ? [board.target(periodName({ at: target, on: target }, 'monthOfYear', site))] : []),
  ];
  return { isOpen, progress, target, plan };
}

/** The day for which an open milestone is planned, such as 2027-05-31. */
export function targetOf(milestone: MilestoneSummary, site: SiteContext): string | undefined {
  return isOver(stageOf(milestone, site)) ? undefined : milestone.target_on;
}

function isOver(stage: string): boolean {
  return stage === 'COMPLETED' || stage === 'CANCELED';
}

function statusTag({ status }: MilestoneSummary, { workspace, strings }: SiteContext): TagView {
  const type = workspace.status_types.find(({ title }) => title === status);
  return { name: status || strings.otherStatus, colour: colourClass(type?.color ?? null) };
}
