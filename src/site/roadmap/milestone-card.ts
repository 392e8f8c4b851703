import type { MilestoneSummary } from '../../model/content/content.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import { periodName } from '../base/dates.ts';
import { labelViews } from '../base/tag-view.ts';
import { paths } from '../base/urls.ts';
import { milestoneMoments, movedAt } from './milestone-dates.ts';
import type { Facts } from './roadmap-choice.ts';

/** A milestone on the roadmap. */
export type MilestoneCard = ReturnType<typeof milestoneCard>;

/** Maximum number of labels on a card. More would make the title hard to find. */
const maxLabels = 6;

export function milestoneCard(milestone: MilestoneSummary, site: SiteContext) {
  const { urls, strings, projects, config, workspace } = site;
  const { number } = milestone;
  const project = milestone.project ? projects.get(milestone.project) : undefined;
  // Labels have no links, because the whole card is one link.
  const labels = labelViews(milestone.labels, site).map(({ name, colour }) => ({ name, colour }));
  const hiddenLabels = labels.length - maxLabels;
  const votes = config.show.votes ? milestone.upvote_count : 0;
  const moments = milestoneMoments(milestone, site);
  const endings = [strings.completed, strings.canceled];
  const type = workspace.status_types.find(({ title }) => title === milestone.status);
  const stage = type?.stage ?? milestone.stage;
  const date = moments.find(({ term }) => endings.includes(term)) ?? moments.at(-1);
  return {
    href: urls.href(paths.milestone(milestone.slug)),
    number: number === null ? undefined : `#${number}`,
    title: milestone.title,
    status: {
      name: milestone.status || strings.otherStatus,
      colour: colourClass(type?.color ?? null),
    },
    // That of its status or, if the workspace has no such status, its own.
    stage,
    project: project?.name,
    labels: labels.slice(0, maxLabels),
    moreLabels: hiddenLabels > 0 ? strings.board.moreLabels(hiddenLabels) : undefined,
    votes: votes > 0 ? strings.votes(votes) : undefined,
    ...planOf(milestone, stage, site),
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

/** The progress and the target (such as 2027-05-31) of an open milestone, and both in words. */
function planOf(milestone: MilestoneSummary, stage: string, site: SiteContext) {
  const isOpen = stage !== 'COMPLETED' && stage !== 'CANCELED';
  // Before the first issue is done, the status says it all.
  const progress = isOpen && milestone.progress?.done ? milestone.progress : undefined;
  const target = isOpen ? milestone.target_on : undefined;
  const { board } = site.strings;
  const { format } = new Intl.NumberFormat(site.config.locale);
  const plan = [
    ...(progress ? [board.progress(format(progress.done), format(progress.total))] : []),
    ...(target ? [board.target(periodName({ at: target, on: target }, 'monthOfYear', site))] : []),
  ];
  return { isOpen, progress, target, plan };
}
