// @ts-check
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'astro/config';
import { findSiteConfig, loadSiteConfig, publicFolder } from './src/config/load-site-config.ts';
import { parseSettings, siteSettings } from './src/config/settings.ts';
import { astroRoot, codeFolder, projectFolder } from './src/lib/files/places.ts';
import { scriptText } from './src/lib/script-text.ts';
import { brandStyles } from './src/render/compile/brand-styles.ts';
import { featurePages } from './src/render/compile/feature-pages.ts';
import { percentPaths } from './src/render/compile/percent-paths.ts';
import { relativeUrl } from './src/render/compile/relative-url.ts';
import { reloadContent } from './src/render/compile/reload-content.ts';
import { languages } from './src/site/base/strings/languages/languages.ts';
import { pagePolicy } from './src/site/shell/head/policy.ts';

const settings = parseSettings(process.env, siteSettings);
const siteConfig = findSiteConfig(settings.SITE_CONFIG);
const config = await loadSiteConfig(siteConfig, languages);
const policy = pagePolicy(config);
const contentFolder = resolve(settings.CONTENT_DIR);

export default defineConfig({
  root: astroRoot,
  srcDir: join(codeFolder, 'src'),
  publicDir: publicFolder,
  site: settings.SITE_URL,
  base: settings.BASE_PATH,
  integrations: [featurePages()],
  outDir: resolve(settings.OUT_DIR),
  // Each output folder has its own cache, as several builds may run at the same time.
  cacheDir: resolve(settings.OUT_DIR, '../.cache/astro'),
  trailingSlash: 'ignore',
  build: { concurrency: 8, inlineStylesheets: 'never' },
  security: {
    csp: {
      directives: policy.directives,
      scriptDirective: policy.scripts,
      styleDirective: policy.styles,
    },
  },
  // The HTML of bodies is highlighted during the sync; Astro's highlighter would need inline
  // styles.
  markdown: { syntaxHighlight: false },
  image: {
    service: {
      entrypoint: join(codeFolder, 'src/render/routes/plain-pictures.ts'),
    },
  },
  devToolbar: { enabled: false },
  vite: {
    // `#pages` is the folder of the maintainer's own pages, also if Waymark is installed as a
    // package. The dev server may only read the project and Waymark's code.
    resolve: { alias: { '#pages': join(projectFolder, 'pages') } },
    server: { fs: { allow: [projectFolder, codeFolder] } },
    plugins: [
      percentPaths([projectFolder, codeFolder]),
      scriptText(),
      reloadContent(contentFolder),
      brandStyles(config.styles.map((name) => resolve(dirname(siteConfig), name))),
    ],
    experimental: { renderBuiltUrl: relativeUrl },
    // Scripts are never inlined, so that browsers can cache them.
    build: { assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // Code that several browser scripts share goes into one file, which saves requests.
            output: {
              codeSplitting: {
                groups: [{ name: 'shared', test: /src\/site\/(?:base|shell)\//, minShareCount: 2 }],
              },
            },
          },
        },
      },
    },
    define: {
      'import.meta.env.SITE_BASE': JSON.stringify(settings.BASE_PATH),
      'import.meta.env.CONTENT_FOLDER': JSON.stringify(contentFolder),
      'import.meta.env.SITE_CONFIG_JSON': JSON.stringify(JSON.stringify({ ...config, styles: [] })),
    },
  },
});
