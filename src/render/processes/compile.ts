import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type AstroIntegration, build } from 'astro';
import config from '../../../astro.config.mjs';
import { codeFolder, isPackage } from '../../lib/files/places.ts';
import { relativeUrl } from '../compile/relative-url.ts';

// Child process that runs `astro build`, but produces a compiled renderer instead of a rendered
// site. The compiled code, including `routes/entry.ts`, is in the folder `server` beside the output
// folder. The output folder itself only contains style sheets, scripts and fonts.

const { OUT_DIR = '', PAGES = '' } = process.env;

// Packages that Astro's code imports, and that a project without Astro lacks.
const bundled = ['@oslojs/encoding', 'clsx', 'cookie', 'devalue', 'html-escaper', 'piccolore'];

/** Compiled code is in the cache, from which Node may find other versions of Waymark's dependencies. */
function pathOf(id: string): string {
  return /^(?:sharp|zod)(?:\/|$)/.test(id) ? import.meta.resolve(id) : id;
}

const withoutRendering: AstroIntegration = {
  name: 'waymark-compile-renderer',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'waymark-renderer',
        entrypointResolution: 'auto',
        adapterFeatures: { buildOutput: 'static' },
        supportedAstroFeatures: { staticOutput: 'stable', sharpImageService: 'stable' },
      }),
    'astro:build:start': ({ setPrerenderer }) =>
      setPrerenderer({
        name: 'waymark-renderer',
        getStaticPaths: async () => [],
        render: () => Promise.reject(new Error('no page is rendered here')),
        // The compiled code is moved here, because Astro removes its folder right after this hook.
        teardown: () => rename(join(OUT_DIR, '.prerender'), join(OUT_DIR, '../server')),
      }),
  },
};

try {
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    integrations: [...(config.integrations ?? []), withoutRendering],
    // A folder that does not exist, so that Astro copies no public files. `copy-folders.ts` copies
    // them into each site.
    publicDir: join(OUT_DIR, '../public'),
    // `routes/entry.ts` adds the settings.
    security: { csp: true },
    vite: {
      ...config.vite,
      resolve: { alias: { '#pages': PAGES } },
      build: {
        ...config.vite?.build,
        rolldownOptions: { input: join(codeFolder, 'src/render/routes/entry.ts') },
      },
      experimental: {
        renderBuiltUrl: (file, host) =>
          host.ssr && host.hostType === 'js'
            ? { runtime: `globalThis.BASE_PATH+${JSON.stringify(file)}` }
            : relativeUrl(file, host),
      },
      environments: {
        ...config.vite?.environments,
        prerender: {
          resolve: { noExternal: bundled },
          build: {
            rolldownOptions: {
              // Astro finds the entry by the beginning of its name.
              output: { entryFileNames: 'prerender-entry.mjs', paths: isPackage ? pathOf : {} },
            },
          },
        },
      },
      define: {
        ...config.vite?.define,
        // These values are read when the renderer runs, so that other content, settings or
        // addresses need no new renderer. `importRenderer` sets the globals.
        'import.meta.env.SITE_BASE': 'globalThis.BASE_PATH',
        'import.meta.env.CONTENT_FOLDER': 'process.env.CONTENT_DIR',
        'import.meta.env.SITE_CONFIG_JSON': 'globalThis.SITE_CONFIG_JSON',
        'import.meta.env.SITE': 'globalThis.SITE_URL',
      },
    },
  });
} catch (error) {
  console.error(inspect(error));
  process.exit(1);
}
