import type { MilestoneEntry, MilestoneSummary } from '../model/content.ts';
import { finishBody } from './body.ts';
import { colourClass } from './colours.ts';
import type { SiteContext } from './context.ts';
import { type DateView, dateView } from './dates.ts';
import { type AttachmentView, attachmentView } from './release-view.ts';
import { labelViews, type TagView } from './tag-view.ts';
import { paths } from './urls.ts';

/** A milestone in a column of the roadmap. */
export interface MilestoneCard {
  href: string;
  /** Such as "#4". */
  number: string | undefined;
  title: string;
  project: string | undefined;
  labels: TagView[];
  votes: string;
  dates: { term: string; date: DateView }[];
}

/** A milestone's own page. */
export interface MilestoneView extends MilestoneCard {
  status: TagView;
  description: string;
  html: string;
  attachments: AttachmentView[];
}

export function milestoneCard(milestone: MilestoneSummary, site: SiteContext): MilestoneCard {
  const { urls, strings, projects } = site;
  const { project, number } = milestone;
  return {
    href: urls.href(paths.milestone(milestone.slug)),
    number: number === null ? undefined : `#${number}`,
    title: milestone.title,
    project: project ? projects.get(project)?.name : undefined,
    labels: labelViews(milestone.labels, site),
    votes: strings.votes(milestone.upvote_count),
    dates: history(milestone, site).filter(({ term }) => term !== strings.created),
  };
}

export function milestoneView(milestone: MilestoneEntry, site: SiteContext): MilestoneView {
  const type = site.workspace.status_types.find(({ title }) => title === milestone.status);
  return {
    ...milestoneCard(milestone, site),
    dates: history(milestone, site),
    status: {
      name: milestone.status ?? site.strings.otherStatus,
      colour: colourClass(type?.color ?? null),
    },
    description: milestone.excerpt,
    html: finishBody(milestone.body, site.urls.href, site.strings),
    attachments: milestone.attachments.map((one) => attachmentView(one, site)),
  };
}

/** What happened when, as far as the API tells. */
function history(milestone: MilestoneSummary, site: SiteContext): MilestoneCard['dates'] {
  const { strings } = site;
  const ended = milestone.stage === 'CANCELED' ? strings.canceled : strings.completed;
  const moments: [string, string | null][] = [
    [strings.created, milestone.created_at],
    [strings.started, milestone.started_at],
    [ended, milestone.ended_at],
  ];
  return moments.flatMap(([term, at]) => (at ? [{ term, date: dateView(at, site) }] : []));
}
