import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { countRendered } from './count-rendered.ts';

/**
 * Renders without tracking which of Astro's pictures and rendered collection entries a page shows:
 * no page has any, and tracking copies each page once more and slows every promise down.
 */
export function renderUntracked(): AstroIntegration {
  return {
    name: 'waymark-render-untracked',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) =>
        setPrerenderer((ordinary) =>
          countRendered(untracked(ordinary), (rendered) => process.send?.(rendered)),
        ),
    },
  };
}

/** A renderer of pages that is never asked to track. */
export function untracked(ordinary: AstroPrerenderer): AstroPrerenderer {
  return {
    ...ordinary,
    render: async (request, { routeData }) => {
      const rendered = await ordinary.render(request, { routeData });
      const response = rendered instanceof Response ? rendered : rendered.response;
      // Without it, Astro would render the page again however much its key stays the same.
      return { response, metadata: { contentEntryKeys: [], staticImages: [] } };
    },
  };
}
