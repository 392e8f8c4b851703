import { colourClass } from './colours.ts';
import type { SiteContext } from './context.ts';
import { paths } from './urls.ts';

/** A label, type or status on a page. */
export interface TagView {
  name: string;
  colour: string;
  /** Address of the tag's archive page, if it has one. */
  href?: string;
}

/** @param path returns the path of a label's archive, below the base */
export function labelViews(
  ids: readonly string[],
  { labels, urls }: SiteContext,
  path: (slug: string) => string = paths.label,
): TagView[] {
  return ids.flatMap((id) => {
    const label = labels.get(id);
    if (!label) return [];
    const { slug, name, color } = label;
    return [{ name, colour: colourClass(color), href: urls.href(path(slug)) }];
  });
}
