import { type SiteContext, siteName } from '../base/context.ts';
import type { MilestoneView } from './milestone-view.ts';

/** A sentence or two for search engines and shared links; never empty. */
export function milestoneDescription(view: MilestoneView, site: SiteContext): string {
  const { description, title, status, meaning } = view;
  if (description) return description;
  const place = `${siteName(site)} ${site.strings.roadmap}`;
  return [`${place}: ${title}, ${status.name}.`, meaning].filter(Boolean).join(' ');
}
