import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSiteConfig } from '../../config/load-site-config.ts';
import { findOwnStyles } from '../../config/own-styles.ts';
import { digest, digestOf } from '../../lib/digest.ts';
import { filesBelow, nearest } from '../../lib/files/files-below.ts';
import { codeFolder, isPackage, projectFolder } from '../../lib/files/places.ts';
import { languages } from '../../site/base/strings/languages/languages.ts';
import { assertOwnPaths } from '../../site/shell/head/own-pages.ts';
import { pagePolicy } from '../../site/shell/head/policy.ts';

export interface CompileSettings {
  siteUrl: string;
  basePath: string;
  /** Absolute path of `site.config.ts`. */
  siteConfig: string;
}

/**
 * Fingerprints of a renderer and the settings of `site.config.ts`. `compiled` covers everything
 * that is compiled: the code and version of Waymark, its dependencies, the versions of Astro and
 * Node, the base path, the content security policy, and the maintainer's style sheets and pages.
 * `whole` covers everything that pages depend on except content, so also the site's address and all
 * settings.
 * @throws SettingsError
 */
export async function fingerprintsOf(settings: CompileSettings) {
  const { siteUrl, basePath, siteConfig } = settings;
  const config = await loadSiteConfig(siteConfig, languages);
  const pages = filesBelow(ownPages);
  assertOwnPaths(pages.map((file) => relative(ownPages, file).replaceAll(sep, '/')));
  const styles = digestOfFiles(findOwnStyles(config.styles, siteConfig).files);
  // The maintainer's pages may import `site.config.ts` and use `Astro.site`, so all settings and the
  // address count as compiled if there are such pages.
  const imported = pages.length > 0 ? [siteUrl, config] : pagePolicy(config);
  const compiled = digestOf([digestOfCode(pages), basePath, imported, styles], 32);
  return { compiled, whole: digestOf([compiled, siteUrl, config], 32), config };
}

/** The folder with the maintainer's own pages. */
const ownPages = join(projectFolder, 'pages');

function digestOfCode(pages: readonly string[]): string {
  const config = join(codeFolder, 'astro.config.mjs');
  const paths = [config, ...filesBelow(join(codeFolder, 'src')), ...pages, ...manifests()];
  return digest(`${process.version}\n${digestOfFiles(paths)}`);
}

/**
 * `package.json` and lock files, which contain the versions of Waymark, Astro and their
 * dependencies.
 */
function manifests(): string[] {
  const lock = nearest(projectFolder, lockFiles);
  const own = join(codeFolder, isPackage ? '..' : '.', 'package.json');
  return [own, fileURLToPath(import.meta.resolve('astro/package.json')), ...(lock ? [lock] : [])];
}

const lockFiles = [
  ...['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'],
  ...['bun.lock', 'bun.lockb'],
];

function digestOfFiles(paths: readonly string[]): string {
  return digest(paths.map((path) => `${path} ${digest(readFileSync(path))}`).join('\n'));
}
