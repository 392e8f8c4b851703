import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * An Astro integration that compiles pages without rendering them. The compiled code, including
 * `routes/entry.ts`, is in the folder `server` beside the output folder. The output folder itself
 * only contains style sheets, scripts and fonts.
 */
export function compileRenderer(): AstroIntegration {
  let server: URL;
  let outDir: URL;
  return {
    name: 'waymark-compile-renderer',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [ownEntry()] } });
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
          // The compiled code is moved here, because Astro removes its folder right after this
          // hook.
          teardown: () => rename(new URL('.prerender/', outDir), server),
        });
      },
    },
  };
}

const rendering = join(dirname(fileURLToPath(import.meta.url)), '../routes');

/**
 * Makes `routes/entry.ts` the entry of the bundle. The name of the entry must start with
 * `prerender-entry`, by which Astro finds it.
 */
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
