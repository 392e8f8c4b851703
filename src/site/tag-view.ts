import { colourClass } from './colours.ts';
import type { SiteContext } from './context.ts';

/** A label, type or status: its name says what it means, its colour only helps to find it. */
export interface TagView {
  name: string;
  colour: string;
}

export function labelViews(ids: readonly string[], { labels }: SiteContext): TagView[] {
  return ids.flatMap((id) => {
    const label = labels.get(id);
    return label ? [{ name: label.name, colour: colourClass(label.color) }] : [];
  });
}
