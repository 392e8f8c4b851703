import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * An Astro integration that leaves the compiled pages, with `routes/entry.ts`, in `server` beside
 * the output folder. That contains only style sheets, scripts and fonts; no page is rendered.
 */
export function compileRenderer(): AstroIntegration {
  let server: URL;
  let outDir: URL;
  return {
    name: 'waymark-compile-renderer',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [ownEntry(), currentRows()] } });
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
          // Astro removes it right after this.
          teardown: () => rename(new URL('.prerender/', outDir), server),
        });
      },
    },
  };
}

const rendering = join(dirname(fileURLToPath(import.meta.url)), '../routes');

/** The entry of the bundle. Astro looks for it by the beginning of its name. */
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

/** Makes `getCollection` return the rows at the time of rendering, not of compiling. */
function currentRows() {
  const collections = JSON.stringify(join(rendering, 'collections.ts'));
  return {
    name: 'waymark-current-rows',
    transform: {
      filter: { id: /^\0astro:data-layer-content$/ },
      handler: () => ({
        code: `export { collections as default } from ${collections};`,
        map: null,
      }),
    },
  };
}
