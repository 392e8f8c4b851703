import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { featureRoutes } from '../../features/registry.ts';
import { codeFolder } from '../../lib/files/places.ts';

/** An Astro integration that adds the routes of all features. */
export function featurePages(): AstroIntegration {
  return {
    name: 'waymark-feature-pages',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        for (const { pattern, page } of featureRoutes)
          injectRoute({ pattern, entrypoint: join(codeFolder, 'src', page), prerender: true });
      },
    },
  };
}
