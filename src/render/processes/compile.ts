import { inspect } from 'node:util';
import { build } from 'astro';
import config from '../../../astro.config.mjs';
import { makeAstroRoot } from '../compile/astro-root.ts';
import { compileRenderer } from '../compile/compile-renderer.ts';
import { relativeUrl } from '../compile/relative-url.ts';

// Child process that runs `astro build`, but produces a compiled renderer instead of a rendered
// site.

// Packages that Astro's code imports, and that a project without Astro lacks.
const bundled = ['@oslojs/encoding', 'clsx', 'cookie', 'devalue', 'html-escaper', 'piccolore'];

try {
  await makeAstroRoot();
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    integrations: [...(config.integrations ?? []), compileRenderer()],
    // A folder that does not exist, so that Astro copies no public files. `copy-folders.ts` copies
    // them into each site.
    publicDir: `${config.outDir}/../public`,
    // `routes/entry.ts` adds the settings.
    security: { csp: true },
    vite: {
      ...config.vite,
      resolve: { alias: { '#pages': process.env.PAGES ?? '' } },
      experimental: {
        renderBuiltUrl: (file, host) =>
          host.ssr && host.hostType === 'js'
            ? { runtime: `globalThis.BASE_PATH+${JSON.stringify(file)}` }
            : relativeUrl(file, host),
      },
      environments: {
        ...config.vite?.environments,
        prerender: { resolve: { noExternal: bundled } },
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
