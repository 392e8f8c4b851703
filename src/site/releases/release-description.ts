import { type SiteContext, siteTitle } from '../base/context.ts';
import { textOfHtml } from '../base/html/sections.ts';
import type { ReleaseView } from './release-view.ts';

/** Maximum length in characters. Search engines show no more. */
const maxLength = 160;

/** A sentence or two for search engines and shared links; never empty. */
export function releaseDescription(view: ReleaseView, site: SiteContext): string {
  const { description, changes, title, version, date } = view;
  if (description) return description;
  const groups = changes.map(({ type, items }) => {
    return `${type.name}: ${items.map(({ html }) => textOfHtml(html)).join(', ')}`;
  });
  return groups.length > 0
    ? shorten(groups.join(' · '))
    : [`${siteTitle(site)}: ${title}`, version, date.text].filter(Boolean).join(', ');
}

/** Truncates a text after a word or, in scripts without spaces, after a character. */
function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  const cut = characters.slice(0, maxLength).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > maxLength / 2 ? cut.slice(0, space) : cut}…`;
}
