import { colourClass } from '../../site/base/colours.ts';
import type { SiteContext } from '../../site/base/context.ts';

/** Colour classes by the slug of a type of change. */
export function typeColours({ workspace }: Pick<SiteContext, 'workspace'>): Record<string, string> {
  return Object.fromEntries(
    workspace.change_types.map(({ slug, color }) => [slug, colourClass(color)]),
  );
}
