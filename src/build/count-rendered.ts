import type { AstroPrerenderer } from 'astro';
import { z } from 'zod';

/** How many pages are rendered, of how many; those that are kept are never rendered. */
export const Rendered = z.object({ done: z.int(), total: z.int() });
export type Rendered = z.infer<typeof Rendered>;

/** A page takes a millisecond: nobody looks that often. In milliseconds. */
const tellEvery = 100;

/** A renderer of pages that tells now and then how far it is. */
export function countRendered(
  ordinary: AstroPrerenderer,
  tell: (rendered: Rendered) => void,
): AstroPrerenderer {
  const rendered = { done: 0, total: 0 };
  let told = Number.NEGATIVE_INFINITY;
  return {
    ...ordinary,
    getStaticPaths: async () => {
      const found = await ordinary.getStaticPaths();
      rendered.total = found.length;
      return found;
    },
    render: async (...args) => {
      const page = await ordinary.render(...args);
      rendered.done += 1;
      const now = performance.now();
      if (now - told < tellEvery && rendered.done < rendered.total) return page;
      told = now;
      tell({ ...rendered });
      return page;
    },
  };
}
