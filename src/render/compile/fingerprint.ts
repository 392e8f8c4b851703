import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSiteConfig } from '../../config/load-site-config.ts';
import { findOwnStyles } from '../../config/own-styles.ts';
import { digest, digestOf } from '../../lib/digest.ts';
import { filesBelow } from '../../lib/files/files-below.ts';
import { nearest } from '../../lib/files/nearest.ts';
import { codeFolder, isPackage, projectFolder } from '../../lib/files/places.ts';
import { languages } from '../../site/base/strings/languages/languages.ts';
import { assertOwnPaths } from '../../site/shell/head/own-pages.ts';

export interface CompileSettings {
  siteUrl: string;
  basePath: string;
  /** Absolute path of `site.config.ts`. */
  siteConfig: string;
}

/**
 * Fingerprint of everything that a renderer is compiled from: the code and version of Waymark, its
 * dependencies, the versions of Astro and Node, the settings, and the maintainer's style sheets and
 * pages.
 * @throws SettingsError
 */
export async function fingerprintOf(settings: CompileSettings): Promise<string> {
  const { siteUrl, basePath, siteConfig } = settings;
  const config = await loadSiteConfig(siteConfig, languages);
  const pages = filesBelow(ownPages);
  assertOwnPaths(pages.map((file) => relative(ownPages, file).replaceAll(sep, '/')));
  const styles = digestOfFiles(findOwnStyles(config.styles, siteConfig).files);
  return digestOf([digestOfCode(pages), siteUrl, basePath, config, styles], 32);
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

/** Lock files of npm, pnpm, Yarn and Bun. */
const lockFiles = [
  ...['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'],
  ...['bun.lock', 'bun.lockb'],
];

function digestOfFiles(paths: readonly string[]): string {
  return digest(paths.map((path) => `${path} ${digest(readFileSync(path))}`).join('\n'));
}
