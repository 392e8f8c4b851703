import { colourClass } from '../../site/base/colours.ts';
import type { SiteContext } from '../../site/base/context.ts';

/** Returns the CSS class of each change type's colour, by the type's slug. */
export function typeColours({ workspace }: Pick<SiteContext, 'workspace'>): Record<string, string> {
  return Object.fromEntries(
    workspace.change_types.map(({ slug, color }) => [slug, colourClass(color)]),
  );
}
