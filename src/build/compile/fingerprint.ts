import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSiteConfig } from '../../config/load-site-config.ts';
import { ownStyles } from '../../config/own-styles.ts';
import { digest, digestOf } from '../../lib/digest.ts';
import { assertOwnPaths } from '../../site/head/own-pages.ts';
import { languages } from '../../site/strings/languages/languages.ts';

/** What a site is compiled with, beside the code. */
export interface CompileSettings {
  siteUrl: string;
  basePath: string;
  /** What `site.config.ts` is called here, absolute. */
  siteConfig: string;
}

/**
 * Of all that a compiled site is made from: the project's own code, its dependencies, the Node that
 * runs them, what the settings come to, whatever files they are put together from, and the
 * maintainer's own style sheets and pages.
 * @throws SettingsError
 */
export async function fingerprintOf(settings: CompileSettings): Promise<string> {
  const { siteUrl, basePath, siteConfig } = settings;
  const config = await loadSiteConfig(siteConfig, languages);
  assertOwnPaths(globSync('**/*', { cwd: join(root, 'pages') }));
  const styles = digestOfFiles(ownStyles(config.styles, siteConfig).files);
  return digestOf([digestOfCode(), siteUrl, basePath, config, styles], 32);
}

function digestOfCode(): string {
  const found = globSync(code, { cwd: root, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return digest(`${process.version}\n${digestOfFiles(paths)}`);
}

function digestOfFiles(paths: readonly string[]): string {
  return digest(paths.map((path) => `${path} ${digest(readFileSync(path))}`).join('\n'));
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const code = ['src/**/*', 'pages/**/*', 'astro.config.mjs', 'package-lock.json'];
