import { colourClass } from './colours.ts';
import type { SiteContext } from './context.ts';
import { paths } from './urls.ts';

/** A label, type or status: its name says what it means, its colour only helps to find it. */
export interface TagView {
  name: string;
  colour: string;
  /** The archive of all that bears it, where there is one. */
  href?: string;
}

/** @param path where each leads, below the base */
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
