import { type SiteContext, siteName, siteTitle } from '../../base/context.ts';
import { textOfHtml } from '../../base/html/sections.ts';
import type { ReleaseView } from '../../releases/release-view.ts';
import type { MilestoneView } from '../../roadmap/milestone-view.ts';

// A sentence or two on a page, for search engines and for whoever is sent a link. An entry always
// has one: where it has no text of its own, of what else is known of it.

/** In characters: search engines show no more. */
const enough = 160;

export function releaseDescription(view: ReleaseView, site: SiteContext): string {
  const { description, changes, title, version, date } = view;
  if (description) return description;
  const told = changes.map(({ type, items }) => {
    return `${type.name}: ${items.map(({ html }) => textOfHtml(html)).join(', ')}`;
  });
  return told.length > 0
    ? shortened(told.join(' · '))
    : [`${siteTitle(site)}: ${title}`, version, date.text].filter(Boolean).join(', ');
}

export function milestoneDescription(view: MilestoneView, site: SiteContext): string {
  const { description, title, status, meaning } = view;
  if (description) return description;
  const place = `${siteName(site)} ${site.strings.roadmap}`;
  return [`${place}: ${title}, ${status.name}.`, meaning].filter(Boolean).join(' ');
}

/** Cut at a word, or between two characters where there are no words. */
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= enough) return text;
  const cut = characters.slice(0, enough).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > enough / 2 ? cut.slice(0, space) : cut}…`;
}
