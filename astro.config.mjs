// @ts-check
import { resolve } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'astro/config';
import { scriptText } from './src/build/compile/script-text.ts';
import { loadSiteConfig, siteConfigFile } from './src/config/load-site-config.ts';
import { parseSettings, siteSettings } from './src/config/settings.ts';
import { inlineHashes } from './src/layouts/inline.ts';
import { languages } from './src/site/strings/languages/languages.ts';

const settings = parseSettings(process.env, siteSettings);
const config = await loadSiteConfig(siteConfigFile(settings.SITE_CONFIG), languages);
// The script's own origin first; then those that it may talk to.
const analytics = config.analytics
  ? [config.analytics.script, ...config.analytics.connect].map((url) => new URL(url).origin)
  : [];

export default defineConfig({
  site: settings.SITE_URL,
  base: settings.BASE_PATH,
  outDir: settings.OUT_DIR,
  // A cache belongs to one output folder: builds into others may run at the same time.
  cacheDir: resolve(settings.OUT_DIR, '../.cache/astro'),
  trailingSlash: 'ignore',
  build: { concurrency: 8, inlineStylesheets: 'never' },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "img-src 'self'",
        "media-src 'self'",
        `connect-src ${["'self'", ...analytics].join(' ')}`,
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
      ],
      scriptDirective: {
        hashes: [inlineHashes.script],
        resources: ["'self'", ...analytics.slice(0, 1)],
      },
      styleDirective: { hashes: [inlineHashes.style] },
    },
  },
  // Bodies come highlighted; Astro's own highlighter would need inline styles.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: {
    plugins: [scriptText()],
    // Scripts are files of their own, however small: read once, and kept by the browser.
    build: { assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // What browser scripts share is one file: alone, each would be a request of its own.
            output: {
              codeSplitting: {
                groups: [
                  { name: 'shared', test: /src\/(?:components\/shell|site)\//, minShareCount: 2 },
                ],
              },
            },
          },
        },
      },
    },
    define: {
      'import.meta.env.CONTENT_FOLDER': JSON.stringify(resolve(settings.CONTENT_DIR)),
      'import.meta.env.SITE_CONFIG_JSON': JSON.stringify(JSON.stringify(config)),
    },
  },
});
