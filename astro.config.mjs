// @ts-check
import { resolve } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'astro/config';
import { inlineHashes } from './src/layouts/inline.ts';
import { parseSettings } from './src/model/settings.ts';

const settings = parseSettings(process.env, ['SITE_URL', 'BASE_PATH', 'CONTENT_DIR', 'OUT_DIR']);

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
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
      ],
      scriptDirective: { hashes: [inlineHashes.script] },
      styleDirective: { hashes: [inlineHashes.style] },
    },
  },
  devToolbar: { enabled: false },
  vite: {
    define: { 'import.meta.env.CONTENT_DIR': JSON.stringify(resolve(settings.CONTENT_DIR)) },
  },
});
