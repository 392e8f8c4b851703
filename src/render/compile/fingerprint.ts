import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectPackage } from '../../config/expect-package.ts';
import { loadSiteConfig } from '../../config/load-site-config.ts';
import { digest, digestOf } from '../../lib/digest.ts';
import { filesBelow, nearest } from '../../lib/files/files-below.ts';
import { codeFolder, isPackage, manifestFile, projectFolder } from '../../lib/files/places.ts';
import { languages } from '../../site/base/strings/languages/languages.ts';
import { assertOwnPaths } from '../../site/shell/head/own-pages.ts';
import { bundleStyles } from './bundle-styles.ts';

export interface RendererSettings {
  siteUrl: string;
  basePath: string;
  /** Absolute path of `site.config.ts`. */
  siteConfig: string;
}

/** The renderer in the package, for sites without pages of their own. */
export const packedRenderer = join(codeFolder, 'renderer');

/** The folder with the maintainer's own pages. */
export const ownPages = join(projectFolder, 'pages');

/** Path of the module of a renderer that plans and renders. */
export const entryIn = (renderer: string): string => join(renderer, 'server/prerender-entry.mjs');

/**
 * Fingerprints of a renderer and everything that pages get when it runs. `compiled` covers what is
 * compiled: the code and version of Waymark, its dependencies, the versions of Astro and Node, and
 * the maintainer's pages. `whole` covers everything that pages depend on except content.
 * @throws SettingsError
 */
export async function fingerprintsOf({ siteUrl, basePath, siteConfig }: RendererSettings) {
  const config = await loadSiteConfig(siteConfig, languages);
  const pages = filesBelow(ownPages);
  assertOwnPaths(pages.map((file) => relative(ownPages, file).replaceAll(sep, '/')));
  const styles = await bundleStyles(config.styles, siteConfig);
  const settings = JSON.stringify({ ...config, styles: styles.sheets });
  const isPacked = isPackage && pages.length === 0;
  const code = isPacked ? [entryIn(packedRenderer)] : codeWith(pages);
  // The maintainer's pages may import `site.config.ts` and use the site's address.
  const imported = pages.length > 0 ? [siteUrl, basePath, config] : [];
  const compiled = digestOf([process.version, digestOfFiles(code), imported], 32);
  const globals = { SITE_CONFIG_JSON: settings, SITE_URL: siteUrl, BASE_PATH: basePath };
  const whole = digestOf([compiled, siteUrl, basePath, settings], 32);
  return {
    compiled,
    whole,
    isPacked,
    hasOwnPages: pages.length > 0,
    globals,
    styles: styles.files,
  };
}

function codeWith(pages: readonly string[]): string[] {
  expectPackage('astro', `a page of your own (${relative(projectFolder, pages[0] ?? '')})`);
  const astro = fileURLToPath(import.meta.resolve('astro/package.json'));
  const config = join(codeFolder, 'astro.config.mjs');
  return [config, ...filesBelow(join(codeFolder, 'src')), ...pages, astro];
}

/**
 * Digest of files, and of `package.json` and lock files, which contain the versions of Waymark and
 * its dependencies.
 */
function digestOfFiles(paths: readonly string[]): string {
  const lock = nearest(projectFolder, lockFiles);
  const all = [...paths, manifestFile, ...(lock ? [lock] : [])];
  return digest(all.map((path) => `${path} ${digest(readFileSync(path))}`).join('\n'));
}

const lockFiles = [
  ...['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'],
  ...['bun.lock', 'bun.lockb'],
];
