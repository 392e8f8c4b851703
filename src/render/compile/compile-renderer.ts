import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Has `astro build` leave its compiled pages, with `render/entry.ts`, in `server` beside its output
 * folder, which comes to hold style sheets, scripts and faces alone. No page is rendered.
 */
export function compileRenderer(): AstroIntegration {
  let server: URL;
  let outDir: URL;
  return {
    name: 'waymark-compile-renderer',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [ownEntry(), rowsOfTheTime()] } });
      },
      'astro:config:done': ({ config, setAdapter }) => {
        outDir = config.outDir;
        server = new URL('../server/', outDir);
        setAdapter({
          name: 'waymark-renderer',
          entrypointResolution: 'auto',
          adapterFeatures: { buildOutput: 'static' },
          supportedAstroFeatures: { staticOutput: 'stable', sharpImageService: 'stable' },
        });
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer({
          name: 'waymark-renderer',
          getStaticPaths: async () => [],
          render: () => Promise.reject(new Error('no page is rendered here')),
          // Right after this Astro removes it.
          teardown: () => rename(new URL('.prerender/', outDir), server),
        });
      },
    },
  };
}

const rendering = join(dirname(fileURLToPath(import.meta.url)), '../routes');

/** The bundle's own entry, whose name Astro looks for by its beginning. */
function ownEntry() {
  const rolldownOptions = {
    input: { 'prerender-entry': join(rendering, 'entry.ts') },
    output: { entryFileNames: 'prerender-entry.mjs' },
  };
  return {
    name: 'waymark-own-entry',
    configEnvironment: (name: string) =>
      name === 'prerender' ? { build: { rolldownOptions } } : undefined,
  };
}

/** Has `getCollection` find the rows of the time of rendering, in place of those of compiling. */
function rowsOfTheTime() {
  const collections = JSON.stringify(join(rendering, 'collections.ts'));
  return {
    name: 'waymark-rows-of-the-time',
    transform: {
      filter: { id: /^\0astro:data-layer-content$/ },
      handler: () => ({
        code: `export { collections as default } from ${collections};`,
        map: null,
      }),
    },
  };
}
