import { type SiteContext, siteTitle } from '../base/context.ts';
import { textOfHtml } from '../base/html/sections.ts';
import type { ReleaseView } from './release-view.ts';

/** In characters: search engines show no more. */
const enough = 160;

/** A sentence or two for search engines and shared links; never empty. */
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

/** Cut at a word, or between two characters where there are no words. */
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= enough) return text;
  const cut = characters.slice(0, enough).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > enough / 2 ? cut.slice(0, space) : cut}…`;
}
