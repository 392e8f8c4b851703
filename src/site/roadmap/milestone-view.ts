import type { MilestoneEntry } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { finishBody } from '../base/html/body.ts';
import { labelViews } from '../base/tag-view.ts';
import { paths } from '../base/urls.ts';
import { attachmentView } from '../releases/release-view.ts';
import { milestoneCard } from './milestone-card.ts';
import { milestoneMoments } from './milestone-dates.ts';

/** The values on a milestone's own page. */
export type MilestoneView = ReturnType<typeof milestoneView>;

export function milestoneView(milestone: MilestoneEntry, site: SiteContext) {
  const meanings = new Map(Object.entries(site.strings.board.meaning));
  const project = milestone.project ? site.projects.get(milestone.project) : undefined;
  const card = milestoneCard(milestone, site);
  return {
    ...card,
    labels: labelViews(milestone.labels, site, paths.roadmapLabel),
    projectHref: project && site.urls.href(paths.roadmapProject(project.slug)),
    markdownHref: site.urls.href(paths.markdown(paths.milestone(milestone.slug))),
    editHref: milestone.edit_url,
    moreLabels: undefined,
    dates: milestoneMoments(milestone, site),
    // Undefined for unknown stages.
    meaning: meanings.get(card.stage),
    description: milestone.excerpt,
    html: finishBody(milestone.body, site.urls.href, site.strings),
    attachments: milestone.attachments.map((one) => attachmentView(one, site)),
  };
}
